import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, test } from 'vitest';
import type { Candidate } from './candidate-page.ts';
import { findSkipped } from './find-skipped.ts';
import { SKIPPED_KINDS } from './skipped-kinds.ts';

const FOLDERS =
  `docs fr en it zh-CN v1 v2 v3 1.2 1.3 latest next i18n versions guides api docs-fr docs-v1 versioned_docs version-1.0
  version-2.0-beta.1 docusaurus-plugin-content-docs current LC_MESSAGES us id`.split(/\s+/);
const STEMS = 'a b index README README_CN a.fr a.it a_en guide-pt-br CHANGELOG LICENSE-MIT changelog fr'.split(' ');
const FORMATS = ['.md', '.mdx', '.rst', '.yaml', ''];
const SEEDS = Array.from({ length: selectByTier(30, 150) }, (_, seed) => seed + 1);

/** Returns a function that generates random integers below a bound. The same seed produces the same integers. */
function numbers(seed: number): (bound: number) => number {
  let state = seed * 2654435761;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function createTree(drawBelow: (bound: number) => number): Candidate[] {
  const pick = (from: readonly string[]): string => from[drawBelow(from.length)] ?? '';
  // A tree has few folder names, so that many pages have counterparts.
  const folders = Array.from({ length: 2 + drawBelow(6) }, () => pick(FOLDERS));
  const stems = Array.from({ length: 1 + drawBelow(4) }, () => pick(STEMS));
  const tree = new Map<string, Candidate>();
  for (let left = 1 + drawBelow(80); left > 0; left--) {
    const above = Array.from({ length: drawBelow(5) }, () => pick(folders));
    const path = [...above, pick(stems) + pick(FORMATS)].join('/');
    tree.set(path, drawBelow(3) === 0 ? { path, id: `${drawBelow(10)}` } : { path });
  }
  return [...tree.values()];
}

function shuffle(tree: readonly Candidate[], drawBelow: (bound: number) => number): Candidate[] {
  return tree
    .map((candidate) => [drawBelow(1e9), candidate] as const)
    .sort(([a], [b]) => a - b)
    .map(([, candidate]) => candidate);
}

/** Matches the path in a reason. */
const NAMED = / (?:translation of|old version of|identical to) (.+)$/;

describe('findSkipped with random trees', () => {
  test.each(SEEDS)('satisfies the invariants for random trees with seed %i', (seed) => {
    const drawBelow = numbers(seed);
    const tree = createTree(drawBelow);
    const kinds = drawBelow(3) === 0 ? new Set(SKIPPED_KINDS.filter(() => drawBelow(2) === 0)) : new Set(SKIPPED_KINDS);
    const skippedPaths = findSkipped(tree, kinds);
    const paths = new Set(tree.map(({ path }) => path));

    // The order of candidates and duplicate candidates do not affect the result.
    expect([...findSkipped([...shuffle(tree, drawBelow), ...tree], kinds)]).toEqual([...skippedPaths]);
    // At least one page is kept, and all skipped pages exist.
    expect(skippedPaths.size).toBeLessThan(tree.length);
    for (const [path, reason] of skippedPaths) {
      expect(paths).toContain(path);
      const pathInReason = NAMED.exec(reason)?.[1];
      if (pathInReason === undefined) continue;
      // The page in the reason exists, is another page, and is kept.
      expect(pathInReason).not.toBe(path);
      expect(paths).toContain(pathInReason);
      expect(skippedPaths.has(pathInReason)).toBe(false);
    }
    const ids = tree.flatMap(({ path, id }) => (id === undefined || skippedPaths.has(path) ? [] : [id]));
    if (kinds.has('duplicates')) expect(new Set(ids).size).toBe(ids.length);
  });

  test('random trees cover every rule for skipped files', () => {
    const reasons = SEEDS.flatMap((seed) => [...findSkipped(createTree(numbers(seed))).values()]);
    for (const part of ['a license', 'a changelog', 'a translation of', 'an old version of', 'identical to']) {
      expect(reasons.filter((reason) => reason.includes(part)).length).toBeGreaterThan(selectByTier(4, 20));
    }
  });
});

describe('findSkipped with hostile trees', () => {
  const treeCount = selectByTier(2_000, 50_000);
  const list = (of: (at: number) => string): Candidate[] =>
    Array.from({ length: treeCount }, (_, at) => ({ path: of(at) }));

  const spellings = (word: string): string[] =>
    [...word.toLowerCase()].reduce(
      (all, marker) => all.flatMap((start) => [start + marker, start + marker.toUpperCase()]),
      [''],
    );

  test.each<[string, () => Candidate[], number]>([
    ['many pages', () => list((at) => `guides/${at % 100}/page-${at}.md`), 0],
    ['many versions', () => list((at) => `v${at}/a.md`), treeCount - 1],
    [
      'many versions next to unversioned pages',
      () => [{ path: 'a.md' }, ...list((at) => `docs/v1.${at}/a.md`)],
      treeCount - 1,
    ],
    ['equal versions', () => list((at) => `v1/${at}/v1/a.md`), 0],
    [
      'many languages of many pages',
      () => list((at) => `${['en', 'fr', 'de', 'zh-CN', 'it'][at % 5]}/page-${Math.floor(at / 5)}.md`),
      0.8 * treeCount,
    ],
    [
      'many suffixes',
      () => list((at) => `page-${Math.floor(at / 5)}${['', '.fr', '.de', '.zh-CN', '_pt-BR'][at % 5]}.md`),
      0.8 * treeCount,
    ],
    ['equal contents', () => list((at) => `${at}.md`).map(({ path }) => ({ path, id: '1' })), treeCount - 1],
    ['one path', () => list(() => 'CHANGELOG.md'), 0],
    ['long paths', () => list((at) => `${'fr/v1/'.repeat(20)}${at}.md`).slice(0, selectByTier(500, 5_000)), 0],
    [
      'a path of a million folders',
      () => [{ path: `${'fr/'.repeat(1e6)}a.md` }, { path: `${'v1/'.repeat(1e6)}a.md` }],
      0,
    ],
    [
      'a name of two million characters',
      () => [{ path: '-'.repeat(2e6) }, { path: '.'.repeat(2e6) }, { path: 'LICENSE-'.repeat(2.5e5) }],
      0,
    ],
    [
      'a folder of two million characters',
      () => [{ path: `${'docs-v1.'.repeat(2.5e5)}/a.md` }, { path: `${'1.'.repeat(1e6)}/b.md` }],
      0,
    ],
    [
      'a page under every notation of its name',
      () =>
        spellings('markdown').flatMap((format) =>
          spellings('README').map((name) => ({ path: `${name < 'R' ? 'fr/' : ''}${name}.${format}` })),
        ),
      0,
    ],
    ['slashes', () => [{ path: '/'.repeat(1e6) }, { path: '' }, { path: '//fr//v1//.md' }], 0],
  ])('skips the expected number of files for a hostile tree: %s', (_, tree, size) => {
    expect(findSkipped(tree()).size).toBe(size);
  });

  test('accepts file names that are names of object properties', () => {
    const tree = ['__proto__', 'constructor', 'toString'].flatMap((name) => [
      { path: `${name}.md` },
      { path: `fr/${name}.md` },
    ]);
    expect([...findSkipped(tree).keys()]).toEqual(['fr/__proto__.md', 'fr/constructor.md', 'fr/toString.md']);
  });
});
