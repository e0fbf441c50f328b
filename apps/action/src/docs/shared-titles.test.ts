import type { DocumentRecord, ItemRecord } from '@context-sync/sync';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Git } from '../git/git.ts';
import { readDocsAtHead } from './read-docs.fixture.ts';

const OPTIONS = {
  targetSize: 2_500,
  address: { siteUrl: 'https://docs.example.com', root: '' },
  public: false,
  drafts: false,
  titlePrefix: '',
  chunkConfigHash: 'x',
  secrets: {},
};

let cleanup: Cleanup;
let git: Git;
beforeEach(async () => {
  cleanup = new Cleanup();
  const repository = await GitRepository.create(cleanup);
  const text = (title: string) => `# ${title}\n\nText.\n`;
  const files = { 'a.md': text('Limits'), 'b.md': text('Limits'), 'c.md': text('Keys') };
  await repository.commit('Write the docs', files);
  git = new Git(repository.path);
});
afterEach(() => cleanup.close());

async function getBlob(path: string): Promise<string> {
  return (await git.resolve(`HEAD:${path}`)) ?? '';
}

/** Returns the state record of a page with its current and former titles. */
async function record(
  path: string,
  ...titles: readonly (readonly [string, ItemRecord['status']])[]
): Promise<DocumentRecord> {
  const items = titles.map(([title, status]) => ({ key: `${path}#`, title, fingerprint: title, status, revision: 1 }));
  return { path, blob: await getBlob(path), chunkConfigHash: OPTIONS.chunkConfigHash, items };
}

/** Returns the title warnings for these documents, given these records. */
async function titleRemarks(paths: readonly string[], ...records: readonly DocumentRecord[]): Promise<string[]> {
  const listed = await Promise.all(paths.map(async (path) => ({ path, blob: await getBlob(path) })));
  const documents = new Map(records.map((each) => [each.path, each]));
  const { warnings } = await readDocsAtHead(git, listed, documents, OPTIONS);
  return warnings.flatMap(({ kind, path, message }) => (kind === 'title' ? [`${path} ${message}`] : []));
}

it('readDocsAtHead warns about a new page with the title of an existing page', async () => {
  expect(await titleRemarks(['a.md', 'b.md'])).toEqual(['b.md has the same title as a.md']);
  const known = await record('a.md', ['Limits', 'live']);
  expect(await titleRemarks(['a.md', 'b.md', 'c.md'], known)).toEqual(['b.md has the same title as a.md']);
});

it('readDocsAtHead does not warn about a page that was renamed without changing its title', async () => {
  expect(await titleRemarks(['b.md', 'c.md'], await record('a.md', ['Limits', 'live']))).toEqual([]);
});

it('readDocsAtHead does not warn about a page with the former title of another page', async () => {
  const renamed = await record('c.md', ['Limits', 'superseded'], ['Keys', 'live']);
  expect(await titleRemarks(['b.md', 'c.md'], renamed)).toEqual([]);
  expect(await titleRemarks(['b.md', 'c.md'], await record('c.md', ['Limits', 'orphaned']))).toEqual([]);
});
