import { expect, it } from 'vitest';
import { getFacts } from '../facts/get-facts.ts';
import { readNavigation } from '../facts/navigation-facts.ts';
import { createSite } from '../site.fixture.ts';

/** Returns, for each page of a site, the titles that distinguish the page, followed by its own title. A page with a unique title has only its own title. */
function getPlaces(files: Readonly<Record<string, string>>, root = 'docs'): Record<string, string> {
  const site = createSite(files, { root });
  const pages = Object.entries(files).flatMap(([path, text]): [string, string][] => {
    const { title } = getFacts(path, text);
    return title === undefined || !/\.(?:md|mdx|rst|adoc|ipynb)$/.test(path) ? [] : [[path, title]];
  });
  return Object.fromEntries(pages.map(([path, title]) => [path, [...site.place(path, title), title].join(' › ')]));
}

const START = '---\ntitle: Quick start\n---\n';

it.each<[name: string, files: Readonly<Record<string, string>>]>([
  ['index pages of the folders', { 'docs/cpp/_index.md': '# C++', 'docs/go/_index.md': '# Go' }],
  ['README files', { 'docs/cpp/README.md': '# C++', 'docs/go/readme.md': '# Go' }],
  ['pages next to the folders', { 'docs/cpp.md': '# C++', 'docs/go.md': '# Go' }],
  [
    'category files of Docusaurus',
    { 'docs/cpp/_category_.json': '{"label":"C++"}', 'docs/go/_category_.yml': 'label: Go' },
  ],
  ['meta files of Fumadocs', { 'docs/cpp/meta.json': '{"title":"C++"}', 'docs/go/meta.json': '{"title":"Go"}' }],
  ['navigation files of Nuxt', { 'docs/cpp/.navigation.yml': 'title: C++', 'docs/go/_dir.yml': 'title: Go' }],
  ['a meta file of Nextra', { 'docs/_meta.js': 'export default {\n  cpp: "C++",\n  go: { title: "Go" },\n};' }],
  ['mkdocs.yml', { 'mkdocs.yml': 'nav:\n  - C++:\n      - Start: cpp/start.md\n  - Go:\n      - go/start.md\n' }],
  [
    'SUMMARY.md',
    {
      'docs/SUMMARY.md':
        '# Summary\n\n- [C++](cpp.md)\n  - [Start](cpp/start.md)\n- [Go](go.md)\n  - [Start](go/start.md)\n',
    },
  ],
  [
    'the parts of SUMMARY.md',
    { 'docs/SUMMARY.md': '# Summary\n\n# C++\n\n- [Start](cpp/start.md)\n\n# Go\n\n- [Start](go/start.md)\n' },
  ],
  [
    'toc.yml of DocFX',
    {
      'docs/toc.yml':
        '- name: C++\n  items:\n  - name: Start\n    href: cpp/start.md\n- name: Go\n  items:\n  - href: go/start.md\n',
    },
  ],
  [
    'sidebars.js',
    {
      'sidebars.js':
        '// The sidebar\nmodule.exports = {\n  docs: [{ type: "category", label: "C++", items: ["cpp/start"] }, { Go: ["go/start"] }],\n};\n',
    },
  ],
  [
    'sidebars.ts',
    {
      'sidebars.ts':
        'import type { SidebarsConfig } from "@docusaurus/plugin-content-docs";\nconst sidebars: SidebarsConfig = {\n  docs: [{ type: "category", label: "C++", items: ["cpp/start"] }, { label: "Go", items: [{ id: "go/start" }] }],\n};\nexport default sidebars;\n',
    },
  ],
  [
    'docs.json of Mintlify',
    {
      'docs/docs.json':
        '{"navigation":{"tabs":[{"tab":"C++","groups":[{"pages":["cpp/start"]}]},{"tab":"Go","pages":["go/start"]}]}}',
    },
  ],
])('distinguishes pages with the same title by %s', (_name, files) => {
  const places = getPlaces({
    ...files,
    'docs/cpp/start.md': START,
    'docs/go/start.md': START,
    'docs/other.md': '# Other',
  });
  expect(places).toMatchObject({
    'docs/cpp/start.md': 'C++ › Quick start',
    'docs/go/start.md': 'Go › Quick start',
    'docs/other.md': 'Other',
  });
});

it('distinguishes pages of Sphinx by the tables of contents, even if they are in one folder', () => {
  const files = {
    'docs/conf.py': 'extensions = ["myst_parser"]\n',
    'docs/index.rst': 'Payments\n========\n\n.. toctree::\n   :maxdepth: 2\n\n   cpp\n   The Go client </go>\n',
    'docs/cpp.rst': 'C++\n===\n\n.. toctree::\n\n   cpp-start\n',
    'docs/go.md': '# Go\n\n```{toctree}\ngo-start.md\n```\n',
    'docs/cpp-start.rst': 'Start\n=====\n',
    'docs/go-start.md': '# Start\n',
  };
  expect(getPlaces(files)).toMatchObject({
    'docs/cpp-start.rst': 'C++ › Start',
    'docs/go-start.md': 'Go › Start',
    'docs/cpp.rst': 'C++',
  });
});

it.each<[name: string, files: Readonly<Record<string, string>>, places: Readonly<Record<string, string>>]>([
  [
    'as few levels as possible',
    { 'docs/a/x/p.md': '# P', 'docs/b/x/p.md': '# P', 'docs/b/y/p.md': '# P' },
    { 'docs/a/x/p.md': 'a › x › P', 'docs/b/x/p.md': 'b › x › P', 'docs/b/y/p.md': 'y › P' },
  ],
  [
    'no level for folders with the sources of all pages',
    { 'docs/src/content/a/p.mdx': '# P', 'docs/src/content/b/p.mdx': '# P', 'docs/src/p.md': '# P' },
    { 'docs/src/content/a/p.mdx': 'a › P', 'docs/src/content/b/p.mdx': 'b › P', 'docs/src/p.md': 'P' },
  ],
  [
    'no level that repeats the title with hyphens',
    { 'docs/a/set-up/page.mdx': '# Set up', 'docs/b/set-up/page.mdx': '# Set up' },
    { 'docs/a/set-up/page.mdx': 'a › Set up', 'docs/b/set-up/page.mdx': 'b › Set up' },
  ],
  [
    'no level for the page at the top',
    { 'docs/p.md': '# P', 'docs/02-b_c/p.md': '# P' },
    { 'docs/p.md': 'P', 'docs/02-b_c/p.md': 'b c › P' },
  ],
  [
    'the file name if the levels are the same',
    { 'docs/a/p.md': '# P', 'docs/a/q.md': '# P', 'docs/a/q.mdx': '# P' },
    { 'docs/a/p.md': 'p › P', 'docs/a/q.md': 'q.md › P', 'docs/a/q.mdx': 'q.mdx › P' },
  ],
  [
    'the folder as well if the file name repeats',
    { 'docs/a/p.md': '# T', 'docs/a/q.md': '# T', 'docs/b/p.md': '# T', 'docs/b/q.md': '# T' },
    { 'docs/a/p.md': 'a › p › T', 'docs/b/q.md': 'b › q › T' },
  ],
  [
    'no files with the titles of folders',
    { 'docs/a/_category_.json': '{"label":"P"}', 'docs/a/p.md': '# P', 'docs/p/meta.json': '{"title":"P"}' },
    { 'docs/a/p.md': 'P' },
  ],
  [
    'no entry of another page in the navigation',
    {
      'mkdocs.yml': 'nav:\n  - A:\n      - p.md\n  - B:\n      - x.md\n',
      'docs/p.md': '# P',
      'docs/inner/p.md': '# P',
    },
    { 'docs/p.md': 'A › P', 'docs/inner/p.md': 'inner › P' },
  ],
  [
    'no folder whose name repeats the title',
    { 'docs/events/events.md': '# Events', 'docs/apps/events.md': '# Events' },
    { 'docs/events/events.md': 'Events', 'docs/apps/events.md': 'apps › Events' },
  ],
  [
    'the file name only for the index page if both are in one folder',
    { 'docs/readme.md': '# Book', 'docs/205-0.md': '# Book' },
    { 'docs/readme.md': 'docs › Book', 'docs/205-0.md': 'Book' },
  ],
  [
    'titles that differ only in case',
    { 'docs/a/p.md': '# Set up', 'docs/b/p.md': '# Set  Up' },
    { 'docs/a/p.md': 'a › Set up', 'docs/b/p.md': 'b › Set Up' },
  ],
  [
    'the parents of an index page, not its own folder',
    { 'docs/a/x/index.md': '# X', 'docs/b/x/index.md': '# X', 'docs/a/index.md': '# A' },
    { 'docs/a/x/index.md': 'A › X', 'docs/b/x/index.md': 'b › X', 'docs/a/index.md': 'A' },
  ],
  [
    'pages of several formats',
    {
      'docs/a/p.rst': 'P\n=\n',
      'docs/b/p.adoc': '= P\n',
      'docs/c/p.ipynb': '{"cells":[{"cell_type":"markdown","metadata":{},"source":["# P\\n","\\n"]}]}',
    },
    { 'docs/a/p.rst': 'a › P', 'docs/b/p.adoc': 'b › P', 'docs/c/p.ipynb': 'c › P' },
  ],
])('the place of a page contains %s', (_name, files, places) => {
  expect(getPlaces(files)).toMatchObject(places);
});

it('each of many pages with the same title gets a unique place in the navigation', () => {
  const paths = Array.from({ length: 150 }, (_, index) => `docs/a${index % 12}/b${index}.md`);
  const places = Object.values(getPlaces(Object.fromEntries(paths.map((path) => [path, '# P']))));
  expect(new Set(places).size).toBe(paths.length);
});

it('shortens long titles of parents', () => {
  const places = getPlaces({ 'docs/a/index.md': `# ${'Long '.repeat(20)}`, 'docs/a/p.md': '# P', 'docs/p.md': '# P' });
  expect(places['docs/a/p.md']).toBe('Long Long Long Long Long Long Long Long… › P');
});

it('a page without a title gets its title from the navigation, with all levels above it', () => {
  const files = {
    'mkdocs.yml':
      'nav:\n  - Concepts:\n      - Types: concepts/types.md\n  - API:\n      - Core:\n          - Types: api/types.md\n  - Log: log.md\n',
    'docs/concepts/types.md': 'a',
    'docs/api/types.md': 'b',
    'docs/log.md': 'c',
    'docs/other.md': 'd',
  };
  const site = createSite(files, { root: 'docs' });
  const titles = Object.keys(files).map((path) => site.navigationTitle(path));
  expect(titles).toEqual([undefined, 'Types', 'Types', 'Log', undefined]);
  expect(site.place('docs/concepts/types.md', 'Types')).toEqual(['Concepts']);
  expect(site.place('docs/api/types.md', 'Types')).toEqual(['API', 'Core']);
  expect(site.place('docs/log.md', 'Log')).toEqual([]);
});

it('the dependencies of a page include everything that its place in the navigation depends on', () => {
  const files = { 'docs/a/index.md': '# A', 'docs/a/p.md': '# P', 'docs/b/p.md': '# P' };
  const site = createSite(files, { root: 'docs' });
  site.place('docs/a/p.md', 'P');
  const uses = site.takeUses('docs/a/p.md').map(({ kind, key }) => `${kind} ${key}`);
  expect(uses).toEqual(
    expect.arrayContaining(['name title:p', 'name index:docs/a', 'page docs/a/index.md', 'name index:docs/b']),
  );
  const other = createSite({ ...files, 'docs/b/index.md': '# B' }, { root: 'docs' });
  const use = { kind: 'name', key: 'index:docs/b' } as const;
  expect(site.digest(use)).not.toBe(other.digest(use));
});

it.each([
  ['toc.yml', 'a: [b'],
  ['sidebars.js', 'module.exports = createSidebars();'],
  ['sidebars.js', `module.exports = {${'['.repeat(50_000)}`],
  ['_meta.js', 'export default {'],
  ['docs.json', '[[[["a"]]]]'],
  ['SUMMARY.md', '- [](\n- [a]()'],
])('the file %s causes no error whatever it contains: %j', (path, text) => {
  expect(Array.isArray(readNavigation(path, text))).toBe(true);
});
