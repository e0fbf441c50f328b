import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Git } from '../git/git.ts';
import { findDocs, type SkippedDocument } from './find-docs.ts';

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
});
afterEach(() => cleanup.close());

async function findSkippedBy(
  include: readonly string[] = [],
  exclude: readonly string[] = [],
): Promise<readonly SkippedDocument[]> {
  const found = await findDocs(new Git(repository.path), { docs: 'docs', include, exclude, includeKinds: new Set() });
  if ('problem' in found) throw new Error(found.problem);
  return (await found.list()).skipped;
}

describe('symbolic links and submodules', () => {
  beforeEach(async () => {
    await mkdir(join(repository.path, 'docs'));
    for (const [name, target] of [
      ['shared', '../elsewhere'],
      ['page.md', 'index.md'],
      ['logo.png', '../logo.png'],
    ] as const) {
      await symlink(target, join(repository.path, 'docs', name));
    }
    await repository.commit('Write the docs', { 'docs/index.md': '# A\n', 'docs/picture.png': 'x' });
    const head = await repository.head();
    for (const name of ['sub', 'sub.md']) {
      await repository.git('update-index', '--add', '--cacheinfo', `160000,${head},docs/${name}`);
    }
    await repository.git('commit', '--quiet', '--message', 'Add submodules');
  });

  it('symbolic links and submodules are skipped with the reason, regardless of their names', async () => {
    expect(await findSkippedBy()).toEqual([
      { path: 'docs/logo.png', reason: 'it is a symbolic link' },
      { path: 'docs/page.md', reason: 'it is a symbolic link' },
      { path: 'docs/shared', reason: 'it is a symbolic link' },
      { path: 'docs/sub', reason: 'it is a submodule' },
      { path: 'docs/sub.md', reason: 'it is a submodule' },
    ]);
  });

  it('symbolic links and submodules that the globs exclude are not listed as skipped', async () => {
    expect(await findSkippedBy(['*.md'])).toEqual([
      { path: 'docs/page.md', reason: 'it is a symbolic link' },
      { path: 'docs/sub.md', reason: 'it is a submodule' },
    ]);
    expect(await findSkippedBy([], ['s*', 'page.md', 'logo.png'])).toEqual([]);
  });
});

it('findDocs lists why files are skipped: unsupported formats, templates, attachments, package lists and build output', async () => {
  const files = [
    'a.pdf',
    'b.org',
    'api.proto',
    'x.png',
    'x.js',
    'Makefile',
    'overrides/partials/banner.html',
    '_build/a.md',
    'a.qmd',
    'a.mkd',
    'requirements.txt',
    'modules/ROOT/attachments/data.txt',
  ];
  await repository.commit('Write the docs', Object.fromEntries(files.map((name) => [`docs/${name}`, `${name}\n`])));
  expect(await findSkippedBy()).toEqual([
    { path: 'docs/_build/a.md', reason: 'it is the output of a build' },
    { path: 'docs/a.pdf', reason: 'files of this kind are not read: .pdf' },
    { path: 'docs/api.proto', reason: 'files of this kind are not read: .proto' },
    { path: 'docs/b.org', reason: 'files of this kind are not read: .org' },
    { path: 'docs/modules/ROOT/attachments/data.txt', reason: 'it is an attachment' },
    { path: 'docs/overrides/partials/banner.html', reason: 'it is a template of the site' },
    { path: 'docs/requirements.txt', reason: 'it is a list of packages' },
  ]);
  expect(await findSkippedBy([], ['**/*.{pdf,txt}', '_build/**', 'overrides/**', 'b.org', 'api.proto'])).toEqual([]);
});

it('documents in hidden folders are skipped, unless a pattern of "include" selects them', async () => {
  const files = { '.claude/skills/write.md': '# Write\n', 'guides/.drafts/a.md': '# A\n', 'b.md': '# B\n' };
  await repository.commit(
    'Write the docs',
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`.site/docs/${name}`, text])),
  );
  const list = async (include: readonly string[]) => {
    const settings = { docs: '.site/docs', include, exclude: [], includeKinds: new Set<never>() };
    const found = await findDocs(new Git(repository.path), settings);
    if ('problem' in found) throw new Error(found.problem);
    return found.list();
  };
  const { documents, skipped } = await list([]);
  expect(documents.map(({ path }) => path)).toEqual(['.site/docs/b.md']);
  expect(skipped).toEqual([
    {
      path: '.site/docs/.claude/skills/write.md',
      reason: 'it is in a hidden folder, which only "include" can select',
    },
    { path: '.site/docs/guides/.drafts/a.md', reason: 'it is in a hidden folder, which only "include" can select' },
  ]);
  expect((await list(['**/*.md'])).documents).toHaveLength(3);
});
