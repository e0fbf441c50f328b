import { describe, expect, test } from 'vitest';
import { findSkipped } from '../find-skipped.ts';

/** Returns the pages that are skipped as old versions, each with its current page. */
function listOldVersions(tree: string): Record<string, string> {
  const paths = tree.split(/\s+/).filter((path) => path !== '');
  const skippedPaths = findSkipped(
    paths.map((path) => ({ path })),
    new Set(['versions'] as const),
  );
  return Object.fromEntries(
    [...skippedPaths].map(([path, reason]) => [path, reason.replace('it is an old version of ', '')]),
  );
}

describe('old versions', () => {
  test.each<[string, string, Record<string, string>]>([
    ['the highest number', 'v1/start.md v2/start.md', { 'v1/start.md': 'v2/start.md' }],
    [
      'versions are compared as numbers',
      'v9/a.md v10/a.md v11/a.md',
      { 'v10/a.md': 'v11/a.md', 'v9/a.md': 'v11/a.md' },
    ],
    [
      'pages that exist in only one version are kept, and the current page is the one in the highest version',
      'v1/a.md v1/b.md v1/c.md v2/a.md v2/b.md v2/d.md v3/a.md v3/d.md',
      { 'v1/a.md': 'v3/a.md', 'v1/b.md': 'v2/b.md', 'v2/a.md': 'v3/a.md', 'v2/d.md': 'v3/d.md' },
    ],
    ['latest', 'docs/latest/a.md docs/v9.0/a.md', { 'docs/v9.0/a.md': 'docs/latest/a.md' }],
    [
      'the folder "stable" is current although a folder "next" exists',
      'stable/a.md next/a.md 1.x/a.md',
      { '1.x/a.md': 'stable/a.md' },
    ],
    [
      'the highest version is current although a folder "next" exists',
      'next/a.md main/a.md v2.0/a.md v1.0/a.md',
      { 'v1.0/a.md': 'v2.0/a.md' },
    ],
    [
      'unversioned pages next to a version',
      'index.md a.md b.md v1/index.md v1/a.md v1/b.md',
      { 'v1/a.md': 'a.md', 'v1/b.md': 'b.md', 'v1/index.md': 'index.md' },
    ],
    ['a folder of versions', 'docs/a.md versions/v1.2/docs/a.md', { 'versions/v1.2/docs/a.md': 'docs/a.md' }],
    [
      'versions joined to the name of a folder',
      'docs/a.md docs-v1/a.md docs-v2/a.md',
      { 'docs-v1/a.md': 'docs/a.md', 'docs-v2/a.md': 'docs/a.md' },
    ],
    [
      'Docusaurus',
      'docs/a.md docs/b.md versioned_docs/version-1.0/a.md versioned_docs/version-1.0/gone.md versioned_docs/version-2.0/gone.md',
      {
        'versioned_docs/version-1.0/a.md': 'docs/a.md',
        'versioned_docs/version-1.0/gone.md': 'versioned_docs/version-2.0/gone.md',
      },
    ],
    [
      'Docusaurus with docs next to the folder of the site, and a second docs plugin',
      'docs/a.md website/versioned_docs/version-29.4/a.md website/sdk/b.md website/sdk_versioned_docs/version-1/b.md',
      {
        'website/sdk_versioned_docs/version-1/b.md': 'website/sdk/b.md',
        'website/versioned_docs/version-29.4/a.md': 'docs/a.md',
      },
    ],
    [
      'Docusaurus without current docs, where a beta version supersedes only beta versions',
      `versioned_docs/version-1.0.0/a.md versioned_docs/version-2.0.0-beta.1/a.md versioned_docs/version-2.0.0-beta.2/a.md
       versioned_docs/version-0.9.0/a.md versioned_docs/version-canary/a.md`,
      {
        'versioned_docs/version-0.9.0/a.md': 'versioned_docs/version-1.0.0/a.md',
        'versioned_docs/version-2.0.0-beta.1/a.md': 'versioned_docs/version-2.0.0-beta.2/a.md',
      },
    ],
    [
      'versions of several products, each compared within its product',
      'vault/v1.18.x/docs/a.mdx vault/v1.19.x/docs/a.mdx boundary/v0.1.x/docs/a.mdx',
      { 'vault/v1.18.x/docs/a.mdx': 'vault/v1.19.x/docs/a.mdx' },
    ],
    [
      'folders that are plain numbers and have enough pages in common',
      '7.17/a.md 7.17/b.md 7.17/c.md 8.0/a.md 8.0/b.md 8.0/c.md',
      { '7.17/a.md': '8.0/a.md', '7.17/b.md': '8.0/b.md', '7.17/c.md': '8.0/c.md' },
    ],
    [
      'a release that contains most pages of the next release',
      '1.x/a.md 1.x/b.md 1.x/c.md 1.x/d.md 2.x/a.md 2.x/b.md',
      { '1.x/a.md': '2.x/a.md', '1.x/b.md': '2.x/b.md' },
    ],
    [
      'OpenAPI documents next to versioned pages',
      'v1/openapi.yaml v1/start.md v2/openapi.yaml v2/start.md',
      { 'v1/openapi.yaml': 'v2/openapi.yaml', 'v1/start.md': 'v2/start.md' },
    ],
    [
      'a page with another path layout',
      'v1/a.md v1/b.md v2/a/index.mdx v2/b.md',
      { 'v1/a.md': 'v2/a/index.mdx', 'v1/b.md': 'v2/b.md' },
    ],
  ])('finds old versions of an existing page: %s', (_, tree, expected) => {
    expect(listOldVersions(tree)).toEqual(expected);
  });
});

describe('pages that are not old versions', () => {
  test.each<[string, string]>([
    [
      'an API with different pages',
      'api/v1/charges.md api/v1/tokens.md api/v1/index.md api/v2/payments.md api/v2/index.md',
    ],
    [
      'an API that has a few pages in common',
      'v1/errors.md v1/auth.md v1/charges.md v1/tokens.md v2/errors.md v2/auth.md v2/payments.md v2/parties.md',
    ],
    [
      'an API with an overview of both versions and of each version',
      'api/overview.md api/v1/overview.md api/v1/charges.md api/v1/tokens.md api/v2/overview.md api/v2/payments.md',
    ],
    ['OpenAPI documents, which all have the same name', 'v1/openapi.yaml v2/openapi.yaml v1/index.md v2/index.md'],
    ['two versions with one of two pages in common', '1.x/a.md 1.x/b.md 2.x/a.md'],
    [
      'two versions with less than half of their pages in common',
      '1.x/a.md 1.x/b.md 1.x/c.md 1.x/d.md 1.x/e.md 2.x/a.md 2.x/b.md',
    ],
    [
      'a second Docusaurus docs plugin with a page of the same name as a page of the first plugin',
      'docs/a.md website/sdk_versioned_docs/version-1/a.md',
    ],
    ['one version', 'v2/start.md guide.md'],
    ['sizes', 'vectors/v64/and.md vectors/v64/or.md vectors/v128/and.md vectors/v128/or.md'],
    ['protocols', 'ip/v4/bind.md ip/v4/send.md ip/v6/bind.md ip/v6/send.md'],
    ['years', '2023/report.md 2024/report.md 2024-01-15/report.md 2024-02-15/report.md'],
    ['chapters', '1.1/exercise.md 1.1/solution.md 1.2/exercise.md 1.2/solution.md'],
    ['chapters whose folders are plain numbers', '1/exercise.md 2/exercise.md'],
    [
      'notes about each version',
      'release-notes/v1.1/features.md release-notes/v1.2/features.md migration/v1/steps.md migration/v2/steps.md',
    ],
    ['only pre-releases', 'next/a.md canary/a.md main/a.md a.md'],
    [
      'versions in file names',
      'upgrading/v1.md upgrading/v2.md guide-v1.md guide-v2.md guide.md openapi-v1.yaml openapi-v2.yaml',
    ],
    ['stable and latest', 'stable/a.md latest/a.md current/a.md'],
    ['one version in two notations', 'v1/a.md v1.0/a.md'],
    ['beta groups of an API', 'apis/v1/pod.md apis/v1/node.md apis/v1beta1/pod.md apis/v1beta1/node.md'],
    ['no page in common', 'versioned_docs/version-1.0/a.md docs/b.md'],
  ])('keeps pages that are not old versions: %s', (_, tree) => {
    expect(listOldVersions(tree)).toEqual({});
  });
});
