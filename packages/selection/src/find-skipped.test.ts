import { describe, expect, test } from 'vitest';
import { findSkipped } from './find-skipped.ts';
import { SKIPPED_KINDS, type SkippedKind } from './skipped-kinds.ts';

const EMPTY = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/** Returns the reasons by path. In `tree`, `path=id` sets the content id of a path. */
function reasons(tree: string, kinds?: readonly SkippedKind[]): Record<string, string> {
  const candidates = tree
    .split(/\s+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [path = '', id] = entry.split('=');
      return id === undefined ? { path } : { path, id };
    });
  return Object.fromEntries(findSkipped(candidates, kinds && new Set(kinds)));
}

test('findSkipped skips the expected files of a whole repository', () => {
  const tree = `README.md=r README.zh-CN.md LICENSE.md CHANGELOG.md CONTRIBUTING.md CODE_OF_CONDUCT.md SECURITY.md
    .github/ISSUE_TEMPLATE/bug_report.md .github/pull_request_template.md
    docs/index.md=r docs/start.md=s docs/errors.md docs/license-keys.md docs/changelog/2024.md docs/getting-started.md=s docs/CHANGELOG.fr.md
    docs/fr/start.md docs/fr/errors.md docs/no/reply.md
    versioned_docs/version-1.0/start.md versioned_docs/version-1.0/tokens.md
    i18n/fr/docusaurus-plugin-content-docs/version-1.0/start.md packages/sdk/LICENSE`;
  expect(reasons(tree)).toEqual({
    '.github/ISSUE_TEMPLATE/bug_report.md': 'it is a template for issues or pull requests',
    '.github/pull_request_template.md': 'it is a template for issues or pull requests',
    'CHANGELOG.md': 'it is a changelog',
    'CODE_OF_CONDUCT.md': 'it is a code of conduct',
    'CONTRIBUTING.md': 'it is a guide for contributors',
    'LICENSE.md': 'it is a license',
    'README.zh-CN.md': 'it is a translation of README.md',
    'docs/CHANGELOG.fr.md': 'it is a changelog',
    'docs/getting-started.md': 'it is identical to docs/start.md',
    'docs/fr/errors.md': 'it is a translation of docs/errors.md',
    'docs/fr/start.md': 'it is a translation of docs/start.md',
    'docs/index.md': 'it is identical to README.md',
    'i18n/fr/docusaurus-plugin-content-docs/version-1.0/start.md': 'it is a translation of docs/start.md',
    'packages/sdk/LICENSE': 'it is a license',
    'versioned_docs/version-1.0/start.md': 'it is an old version of docs/start.md',
  });
});

describe('findSkipped', () => {
  test.each<[string, string, Record<string, string>]>([
    [
      'languages and versions',
      'v1/en/a.md v1/fr/a.md v2/en/a.md v2/fr/a.md',
      {
        'v1/en/a.md': 'it is an old version of v2/en/a.md',
        'v1/fr/a.md': 'it is a translation of v2/en/a.md',
        'v2/fr/a.md': 'it is a translation of v2/en/a.md',
      },
    ],
    [
      'versions in one language only',
      'en/v2/a.md fr/v1/b.md fr/v2/b.md',
      { 'fr/v1/b.md': 'it is an old version of fr/v2/b.md' },
    ],
    [
      'an original that is a duplicate',
      'en/guide.md=1 en/a.md=1 fr/guide.md=2',
      { 'en/guide.md': 'it is identical to en/a.md', 'fr/guide.md': 'it is a translation of en/a.md' },
    ],
    [
      'an original that is skipped because of its name',
      'index.md guide.md changelog.md fr/changelog.md fr/guide.md',
      {
        'changelog.md': 'it is a changelog',
        'fr/changelog.md': 'it is a changelog',
        'fr/guide.md': 'it is a translation of guide.md',
      },
    ],
  ])('findSkipped keeps the page to which the reason of a skipped page refers: %s', (_, tree, expected) => {
    expect(reasons(tree)).toEqual(expected);
  });
});

describe('duplicates', () => {
  test.each<[string, string, Record<string, string>]>([
    ['the shortest path is kept', 'guides/a.md=1 z.md=1', { 'guides/a.md': 'it is identical to z.md' }],
    [
      'the first path by code points is kept',
      'b.md=1 a.md=1 c.md=1',
      { 'b.md': 'it is identical to a.md', 'c.md': 'it is identical to a.md' },
    ],
    ['the formats may differ', 'a.txt=1 a.markdown=1', { 'a.markdown': 'it is identical to a.txt' }],
    ['empty documents are kept', `a.md=${EMPTY} b.md=${EMPTY}`, {}],
    ['documents without an ID are kept', 'a.md b.md c.md= d.md=', {}],
    [
      'copies of skipped files are not duplicates',
      'LICENSE.md=1 guides/terms-of-use.md=1',
      { 'LICENSE.md': 'it is a license' },
    ],
  ])('findSkipped skips duplicates: %s', (_, tree, expected) => {
    expect(reasons(tree)).toEqual(expected);
  });
});

describe('identical documents', () => {
  const ids = (...documents: readonly (readonly [path: string, isSynced?: boolean])[]) =>
    documents.map(([path, isSynced = false]) => ({ path, id: '1', isSynced }));

  test.each<[string, Parameters<typeof findSkipped>[0], Record<string, string>]>([
    [
      'the document that is already synced is kept, whatever the paths are',
      ids(['a.md'], ['guides/limits.md', true], ['guides/b.md']),
      { 'a.md': 'it is identical to guides/limits.md', 'guides/b.md': 'it is identical to guides/limits.md' },
    ],
    [
      'the shortest path of several that are synced is kept',
      ids(['a.md'], ['guides/limits.md', true], ['z-copy.md', true]),
      { 'a.md': 'it is identical to z-copy.md', 'guides/limits.md': 'it is identical to z-copy.md' },
    ],
    [
      'the first of equally short paths is kept if none is synced',
      ids(['b.md'], ['a.md']),
      { 'b.md': 'it is identical to a.md' },
    ],
  ])('findSkipped skips identical documents: %s', (_, candidates, expected) => {
    expect(Object.fromEntries(findSkipped(candidates))).toEqual(expected);
    expect(Object.fromEntries(findSkipped(candidates.toReversed()))).toEqual(expected);
  });

  test('the reasons for identical documents contain the names that were passed in', () => {
    const named = ['a.md', 'b.md'].map((path) => ({ path, id: '1', name: `docs/${path}` }));
    expect([...findSkipped(named)]).toEqual([['b.md', 'it is identical to docs/a.md']]);
  });
});

describe('kinds', () => {
  const tree = `LICENSE.md CHANGELOG.md CHANGELOG.fr.md CONTRIBUTING.md CODE_OF_CONDUCT.md ISSUE_TEMPLATE.md
    v1/a.md=1 v2/a.md=2 v2/b.md=2 a.en.md a.fr.md`;
  test.each<[SkippedKind, readonly string[]]>([
    ['licenses', ['LICENSE.md']],
    ['changelogs', ['CHANGELOG.fr.md', 'CHANGELOG.md']],
    ['contributing', ['CONTRIBUTING.md']],
    ['code-of-conduct', ['CODE_OF_CONDUCT.md']],
    ['templates', ['ISSUE_TEMPLATE.md']],
    ['translations', ['CHANGELOG.fr.md', 'a.fr.md']],
    ['versions', ['v1/a.md']],
    ['duplicates', ['v2/b.md']],
  ])('skips only files of the kind %s if it is requested', (kind, expected) => {
    expect(Object.keys(reasons(tree, [kind]))).toEqual(expected);
  });

  test('does not skip any files if no kinds are requested', () => expect(reasons(tree, [])).toEqual({}));

  test('skips files of all kinds by default', () => expect(reasons(tree)).toEqual(reasons(tree, SKIPPED_KINDS)));
});

describe('a tree', () => {
  test.each<[string, string, Record<string, string>]>([
    ['no documents', '', {}],
    ['only a changelog', 'CHANGELOG.md', {}],
    [
      'only documents that are skipped by name',
      'CHANGELOG.md CHANGELOG.fr.md LICENSE.md',
      { 'CHANGELOG.fr.md': 'it is a translation of CHANGELOG.md' },
    ],
    ['identical documents', 'LICENSE.md=1 COPYING.md=1', { 'LICENSE.md': 'it is identical to COPYING.md' }],
  ])('keeps at least one document of a tree, if any: %s', (_, tree, expected) => {
    expect(reasons(tree)).toEqual(expected);
  });
});
