import { sampleCases } from '@context-sync/test-tier';
import { Cleanup, GitRepository, Random } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPortalOf, findMissingTargets, REPOSITORY_URL } from './build-portal.fixture.ts';

const NAMES = [
  'index',
  'README',
  'Start here',
  '01-guide',
  'ünï',
  'a.b',
  'api',
  'long-'.repeat(30),
  '(group)',
  '_part',
];
const FOLDERS = ['', 'guides/', 'Guides/', '02-more/', 'a/b/c/d/e/f/g/h/i/'];
const CONFIGURATIONS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'mkdocs.yml': 'site_name: x\n' },
  { 'docusaurus.config.js': 'module.exports = {};' },
  { 'docs/conf.py': 'extensions = []\n' },
  { 'docs/antora.yml': 'name: x\nversion: ~\n' },
  { 'docs/docs.json': '{ "name": "x", "navigation": { "pages": ["index", "api"] } }' },
  { 'docs/.vitepress/config.ts': 'export default { themeConfig: { sidebar: [{ text: "A", link: "/api" }] } };' },
];

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
});
afterEach(() => cleanup.close());

/** Creates a docs folder whose documents link to each other, to files and to targets that do not exist. */
function createDocs(random: Random): Record<string, string> {
  const paths = Array.from({ length: 12 }, () => {
    const extension = random.pick(['md', 'md', 'mdx', 'rst', 'adoc', 'html']);
    return `docs/${random.pick(FOLDERS)}${random.pick(NAMES)}.${extension}`;
  });
  const images = ['docs/img/a.png', 'docs/static/b.svg', 'static/c.png', 'other/d.png'];
  const targets = [...paths, ...images, 'docs/gone.md', 'docs/gone.png', 'src/a.ts'];
  const files: Record<string, string> = { 'src/a.ts': 'export {};\n', ...random.pick(CONFIGURATIONS) };
  for (const image of images) files[image] = `content of ${image}`;
  for (const path of paths) {
    const links = Array.from({ length: 6 }, () => {
      const target = random.pick(targets);
      const up = '../'.repeat(path.split('/').length - 1);
      const written = random.pick([`${up}${target}`, `/${target.replace(/^docs\/|\.\w+$/g, '')}`, `/${target}`]);
      return { url: encodeURI(written) + random.pick(['', '', '#part', '#gone']), isImage: random.chance(0.25) };
    });
    files[path] = writeDocument(path, links);
  }
  return files;
}

function writeDocument(path: string, links: readonly { readonly url: string; readonly isImage: boolean }[]): string {
  const title = `Title of ${path.replaceAll(/[^a-zA-Z0-9/.]/g, '')}`;
  if (path.endsWith('.rst')) {
    const lines = links.map(({ url, isImage }) => (isImage ? `.. image:: ${url}` : `\`Link <${url}>\`_`));
    return `${title}\n${'='.repeat(80)}\n\nPart\n----\n\n${lines.join('\n\n')}\n`;
  }
  if (path.endsWith('.adoc')) {
    const lines = links.map(({ url, isImage }) => (isImage ? `image::${url}[]` : `link:${url}[Link]`));
    return `= ${title}\n\n== Part\n\n${lines.join('\n\n')}\n`;
  }
  if (path.endsWith('.html')) {
    const lines = links.map(({ url, isImage }) => (isImage ? `<img src="${url}">` : `<a href="${url}">Link</a>`));
    return `<h1>${title}</h1><h2 id="part">Part</h2><p>Text ${lines.join(' ')}</p>`;
  }
  const lines = links.map(({ url, isImage }) => `${isImage ? '!' : ''}[Link](${url})`);
  return `# ${title}\n\n## Part\n\n${lines.join('\n\n')}\n`;
}

it.each(
  sampleCases(
    Array.from({ length: 200 }, (_, seed) => [seed] as const),
    12,
  ),
)(
  'all link targets and images of a portal exist, and the same commit results in the same portal (seed %i)',
  async (seed) => {
    const files = createDocs(new Random(seed));
    const content = await buildPortalOf(repository, files);
    expect(findMissingTargets(content)).toEqual([]);
    const markdown = new Map(content.pages.map((page) => [page.path, page.markdown]));
    expect(markdown.size).toBe(content.pages.length);
    for (const page of content.pages) {
      expect(page.path).toMatch(/^[a-z0-9_][a-z0-9._-]*(?:\/[a-z0-9_][a-z0-9._-]*){0,7}$/);
      expect(page.path.length).toBeLessThanOrEqual(160);
      for (const [, target = ''] of page.markdown.matchAll(/\]\(([^)]*)\)/g)) {
        if (!/^[/#]/.test(target)) {
          expect(target.startsWith(REPOSITORY_URL)).toBe(true);
          continue;
        }
        const [path = '', anchor] = target.split('#');
        const text = path === '' ? page.markdown : markdown.get(decodeURIComponent(path.slice(1)) || 'index');
        // Only pages have anchors, and these are the anchors of their headings.
        if (anchor !== undefined)
          expect(text?.split('\n')).toContain(anchor === 'part' ? '## Part' : `## Part {#${anchor}}`);
      }
    }
    expect(await buildPortalOf(repository, files)).toEqual(content);
  },
);
