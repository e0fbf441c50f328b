import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  '.',
  'docs',
  'docs/tutorials',
  'docs/how-to',
  'docs/reference',
  'docs/explanation',
  'benchmarks',
  'contract',
  'examples',
].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => normalize(join(folder, name))),
);

/** Returns the text of a page without code. */
function prose(page: string): string {
  return readFileSync(join(root, page), 'utf8')
    .replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .replaceAll(/`[^`\n]+`/g, (code) => code.replaceAll(/[[\]()"]/g, ''));
}

/** Returns the anchors that GitHub assigns to the headings of a page. */
function getAnchors(page: string): Set<string> {
  const headings = [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  const plainTexts = headings.map((text) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return new Set(
    plainTexts.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function getLinks(page: string): string[] {
  return [...prose(page).matchAll(/\]\(([^()\s]+)\)|\b(?:src|srcset)="([^"]+)"/g)].map(
    ([, target, picture]) => target ?? picture ?? '',
  );
}

it.each(pages)('the page %s contains no broken links', (page) => {
  const brokenTargets = getLinks(page).filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && file.endsWith('.md') && !getAnchors(file).has(anchor);
  });
  expect(brokenTargets).toEqual([]);
});

it('the README links to every page in docs, and docs/README.md as well', () => {
  const docs = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  for (const index of ['README.md', 'docs/README.md']) {
    const linkedFiles = new Set(
      getLinks(index).map((target) => normalize(join(dirname(index), target.split('#')[0] ?? ''))),
    );
    expect(
      docs.filter((page) => !linkedFiles.has(page)),
      index,
    ).toEqual([]);
  }
});

it.each(pages)('the page %s contains no merge conflict markers', (page) => {
  expect(readFileSync(join(root, page), 'utf8')).not.toMatch(/^(?:<{7}|>{7}) /m);
});

it('the documentation contains more than 40 links', () => {
  expect(pages.flatMap(getLinks).length).toBeGreaterThan(40);
});
