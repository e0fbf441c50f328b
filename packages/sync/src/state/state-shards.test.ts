import { describe, expect, it } from 'vitest';
import type { DocumentRecord, ItemRecord, ItemStatus, ShardSummary } from './state-schema.ts';
import { ALL_SHARDS, getShard, getTotals, groupByShard, listShardsToRead, summarizeShard } from './state-shards.ts';

const createRecord = (status: ItemStatus): ItemRecord => ({
  key: 'k',
  title: 'T',
  fingerprint: 'f',
  status,
  revision: 1,
});
const createDocument = (path: string, blob: string | null, ...statuses: ItemStatus[]): DocumentRecord => ({
  path,
  blob,
  chunkConfigHash: 'r',
  items: statuses.map(createRecord),
});

/** Returns the meta of a state that contains these documents. */
function getMeta(documents: readonly DocumentRecord[]): { shards: Record<string, ShardSummary> } {
  const shards: Record<string, ShardSummary> = {};
  for (const [shard, inIt] of groupByShard(documents)) {
    const summary = summarizeShard(inIt);
    if (summary) shards[shard] = summary;
  }
  return { shards };
}

const PATHS = Array.from({ length: 2_000 }, (_, at) => `docs/${at}.md`);
const wantedDocuments = PATHS.map((path) => ({ path, blob: `b-${path}`, chunkConfigHash: 'r' }));
const resolvedMeta = getMeta(PATHS.map((path) => createDocument(path, `b-${path}`, 'live')));

describe('shards', () => {
  it('many documents are distributed over all 64 shards', () => {
    expect(new Set(PATHS.map(getShard))).toEqual(new Set(ALL_SHARDS));
    expect(ALL_SHARDS).toHaveLength(64);
  });

  it('documents are counted without reading their shards', () => {
    const documents = [
      createDocument('a', null, 'live', 'superseded', 'creating'),
      createDocument('b', 'x', 'live', 'orphaned'),
    ];
    expect(getTotals(getMeta(documents))).toEqual({ live: 2, superseded: 1, orphaned: 1, inDoubt: 1 });
    expect(summarizeShard([])).toBeUndefined();
  });

  it('skipped documents are counted without deleted ones', () => {
    const skippedDocument = { skipped: 'it is a draft' };
    const documents = [
      { ...createDocument('a', 'x'), ...skippedDocument },
      { ...createDocument('b', 'x', 'orphaned'), ...skippedDocument },
      { ...createDocument('deleted', null, 'orphaned'), ...skippedDocument },
      createDocument('c', 'x', 'live'),
    ];
    expect(summarizeShard(documents)).toMatchObject({ skipped: 2 });
  });
});

describe('listShardsToRead', () => {
  it('listShardsToRead returns no shards if no document has changed, regardless of their order', () => {
    expect(listShardsToRead(resolvedMeta, wantedDocuments.toReversed(), false)).toEqual([]);
  });

  it.each([
    ['changed', wantedDocuments.with(7, { path: 'docs/7.md', blob: 'other', chunkConfigHash: 'r' })],
    [
      'chunked with other settings',
      wantedDocuments.with(7, { path: 'docs/7.md', blob: 'b-docs/7.md', chunkConfigHash: 'other' }),
    ],
    ['deleted', wantedDocuments.toSpliced(7, 1)],
  ])('listShardsToRead returns one of 64 shards if one document is %s', (_name, now) => {
    expect(listShardsToRead(resolvedMeta, now, false)).toEqual([getShard('docs/7.md')]);
  });

  it('listShardsToRead returns the shard of a new document', () => {
    expect(
      listShardsToRead(resolvedMeta, [...wantedDocuments, { path: 'new.md', blob: 'n', chunkConfigHash: 'r' }], false),
    ).toEqual([getShard('new.md')]);
    expect(listShardsToRead({ shards: {} }, [{ path: 'new.md', blob: 'n', chunkConfigHash: 'r' }], false)).toEqual([
      getShard('new.md'),
    ]);
  });

  it.each<[string, DocumentRecord, boolean]>([
    ['an unresolved document', createDocument('a.md', null, 'live'), true],
    ['an item in doubt', createDocument('a.md', 'b', 'creating'), true],
    ['a superseded item, if it can be deleted', createDocument('a.md', 'b', 'live', 'superseded'), false],
    ['the leftovers of a deleted document, if they can be deleted', createDocument('gone.md', null, 'orphaned'), false],
  ])('listShardsToRead returns every shard that contains %s', (_name, document, always) => {
    const now = document.blob === null ? [] : [{ path: document.path, blob: document.blob, chunkConfigHash: 'r' }];
    expect(listShardsToRead(getMeta([document]), now, true)).toEqual([getShard(document.path)]);
    expect(listShardsToRead(getMeta([document]), now, false)).toEqual(always ? [getShard(document.path)] : []);
  });

  it('listShardsToRead returns every shard without a count of skipped documents', () => {
    const olderShards = Object.entries(resolvedMeta.shards).map(([name, { skipped, ...rest }]) => [
      name,
      name === '05' ? rest : { ...rest, skipped },
    ]);
    expect(listShardsToRead({ shards: Object.fromEntries(olderShards) }, wantedDocuments, false)).toEqual(['05']);
  });

  it('the summary of a shard contains five items that need attention, so that the shard is not read for them', () => {
    const document = createDocument('a.md', 'b', 'live', ...Array<ItemStatus>(7).fill('superseded'));
    expect(summarizeShard([document])).toMatchObject({
      superseded: 7,
      reminders: Array(5).fill({ path: 'a.md', key: 'k' }),
    });
  });
});
