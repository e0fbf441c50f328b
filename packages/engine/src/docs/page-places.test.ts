import type { DocumentRecord, WantedDocument } from '@context-sync/sync';
import { getNameKey } from '@context-sync/sync';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Git } from '../git/git.ts';
import { readDocsAtHead } from './read-docs.fixture.ts';

const OPTIONS = {
  targetSize: 2_500,
  address: { siteUrl: 'https://docs.example.com', root: 'docs' },
  public: false,
  drafts: false,
  titlePrefix: '',
  chunkConfigHash: 'x',
  secrets: {},
};
const LIMITS = '# Limits\n\nText.\n';

let cleanup: Cleanup;
let repository: GitRepository;
beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
});
afterEach(() => cleanup.close());

/** Commits the files and reads the docs, given the records of the last run. */
async function read(
  files: Readonly<Record<string, string | null>>,
  records: ReadonlyMap<string, DocumentRecord> = new Map(),
) {
  await repository.commit('Edit', files);
  const git = new Git(repository.path);
  const paths = (await repository.git('ls-files')).split('\n').filter((path) => path.endsWith('.md'));
  const listedDocuments = await Promise.all(
    paths.map(async (path) => ({ path, blob: (await git.resolve(`HEAD:${path}`)) ?? '' })),
  );
  const { wanted, references } = await readDocsAtHead(git, listedDocuments, records, OPTIONS);
  return { wanted, records: updateRecords(records, wanted.documents, references, new Set(paths)) };
}

/** Returns the records after a sync of the documents. */
function updateRecords(
  before: ReadonlyMap<string, DocumentRecord>,
  documents: readonly WantedDocument[],
  references: ReadonlyMap<string, object>,
  paths: ReadonlySet<string>,
): ReadonlyMap<string, DocumentRecord> {
  const after = new Map<string, DocumentRecord>();
  for (const [path, record] of before) if (paths.has(path) || path.startsWith(getNameKey(''))) after.set(path, record);
  for (const { path, blob, uses, names, facts } of documents)
    after.set(path, {
      path,
      blob,
      chunkConfigHash: OPTIONS.chunkConfigHash,
      items: [],
      ...(uses === undefined ? {} : { uses }),
      ...(names === undefined ? {} : { names }),
      ...(facts === undefined ? {} : { facts }),
    });
  for (const [path, entry] of references) {
    const { blob = null, chunkConfigHash = '', items = [], uses, names, facts } = after.get(path) ?? {};
    const own = { ...(uses === undefined ? {} : { uses }), ...(names === undefined ? {} : { names }) };
    after.set(path, {
      path,
      blob,
      chunkConfigHash,
      items,
      ...own,
      ...(facts === undefined ? {} : { facts }),
      ...entry,
    });
  }
  return after;
}

const getTitles = ({ documents }: { readonly documents: readonly WantedDocument[] }) =>
  documents.flatMap(({ items }) => items.map(({ title }) => title)).sort();

it('page titles get the titles of their parents when another page gets the same title', async () => {
  const first = await read({ 'docs/go/limits.md': LIMITS, 'docs/java/keys.md': '# Keys\n\nText.\n' });
  expect(getTitles(first.wanted)).toEqual(['Keys', 'Limits']);

  const second = await read({ 'docs/java/limits.md': LIMITS }, first.records);
  expect(getTitles(second.wanted)).toEqual(['go › Limits', 'java › Limits']);
  expect([...second.wanted.unchanged]).toEqual(['docs/java/keys.md']);

  const renamedSite = await read({ 'docs/java/index.md': '# The Java client\n\nText.\n' }, second.records);
  expect(getTitles(renamedSite.wanted)).toEqual(['The Java client', 'The Java client › Limits', 'go › Limits']);

  const removed = await read({ 'docs/java/limits.md': null }, renamedSite.records);
  expect(getTitles(removed.wanted)).toEqual(['Limits']);
});

it('an edited page changes only its own items if its title stays the same', async () => {
  const first = await read({ 'docs/go/limits.md': LIMITS, 'docs/java/limits.md': LIMITS });
  const second = await read({ 'docs/go/limits.md': `${LIMITS}\nMore.\n` }, first.records);
  expect(getTitles(second.wanted)).toEqual(['go › Limits']);
  expect([...second.wanted.unchanged]).toEqual(['docs/java/limits.md']);
});
