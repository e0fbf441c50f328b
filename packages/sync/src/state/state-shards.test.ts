import { describe, expect, it } from 'vitest';
import type { DocumentRecord, ItemRecord, ItemStatus, ShardSummary } from './state-schema.ts';
import { ALL_SHARDS, byShard, shardOf, shardsToRead, summarizeShard, totalsOf } from './state-shards.ts';

const recordOf = (status: ItemStatus): ItemRecord => ({ key: 'k', title: 'T', fingerprint: 'f', status, revision: 1 });
const documentOf = (path: string, blob: string | null, ...statuses: ItemStatus[]): DocumentRecord => ({
  path,
  blob,
  chunkConfigHash: 'r',
  items: statuses.map(recordOf),
});

/** Returns the meta of a state that contains these documents. */
function metaOf(documents: readonly DocumentRecord[]): { shards: Record<string, ShardSummary> } {
  const shards: Record<string, ShardSummary> = {};
  for (const [shard, inIt] of byShard(documents)) {
    const summary = summarizeShard(inIt);
    if (summary) shards[shard] = summary;
  }
  return { shards };
}

const PATHS = Array.from({ length: 2_000 }, (_, at) => `docs/${at}.md`);
const wanted = PATHS.map((path) => ({ path, blob: `b-${path}`, chunkConfigHash: 'r' }));
const settled = metaOf(PATHS.map((path) => documentOf(path, `b-${path}`, 'live')));

describe('shards', () => {
  it('many documents are distributed over all 64 shards', () => {
    expect(new Set(PATHS.map(shardOf))).toEqual(new Set(ALL_SHARDS));
    expect(ALL_SHARDS).toHaveLength(64);
  });

  it('documents are counted without reading their shards', () => {
    const documents = [
      documentOf('a', null, 'live', 'superseded', 'creating'),
      documentOf('b', 'x', 'live', 'orphaned'),
    ];
    expect(totalsOf(metaOf(documents))).toEqual({ live: 2, superseded: 1, orphaned: 1, inDoubt: 1 });
    expect(summarizeShard([])).toBeUndefined();
  });

  it('skipped documents are counted without deleted ones', () => {
    const skipped = { skipped: 'it is a draft' };
    const documents = [
      { ...documentOf('a', 'x'), ...skipped },
      { ...documentOf('b', 'x', 'orphaned'), ...skipped },
      { ...documentOf('deleted', null, 'orphaned'), ...skipped },
      documentOf('c', 'x', 'live'),
    ];
    expect(summarizeShard(documents)).toMatchObject({ skipped: 2 });
  });
});

describe('shardsToRead', () => {
  it('shardsToRead returns no shards if no document has changed, regardless of their order', () => {
    expect(shardsToRead(settled, wanted.toReversed(), false)).toEqual([]);
  });

  it.each([
    ['changed', wanted.with(7, { path: 'docs/7.md', blob: 'other', chunkConfigHash: 'r' })],
    [
      'chunked with other settings',
      wanted.with(7, { path: 'docs/7.md', blob: 'b-docs/7.md', chunkConfigHash: 'other' }),
    ],
    ['deleted', wanted.toSpliced(7, 1)],
  ])('shardsToRead returns one of 64 shards if one document is %s', (_name, now) => {
    expect(shardsToRead(settled, now, false)).toEqual([shardOf('docs/7.md')]);
  });

  it('shardsToRead returns the shard of a new document', () => {
    expect(shardsToRead(settled, [...wanted, { path: 'new.md', blob: 'n', chunkConfigHash: 'r' }], false)).toEqual([
      shardOf('new.md'),
    ]);
    expect(shardsToRead({ shards: {} }, [{ path: 'new.md', blob: 'n', chunkConfigHash: 'r' }], false)).toEqual([
      shardOf('new.md'),
    ]);
  });

  it.each<[string, DocumentRecord, boolean]>([
    ['an unsettled document', documentOf('a.md', null, 'live'), true],
    ['an item in doubt', documentOf('a.md', 'b', 'creating'), true],
    ['a superseded item, if it can be deleted', documentOf('a.md', 'b', 'live', 'superseded'), false],
    ['the leftovers of a deleted document, if they can be deleted', documentOf('gone.md', null, 'orphaned'), false],
  ])('shardsToRead returns every shard that contains %s', (_name, document, always) => {
    const now = document.blob === null ? [] : [{ path: document.path, blob: document.blob, chunkConfigHash: 'r' }];
    expect(shardsToRead(metaOf([document]), now, true)).toEqual([shardOf(document.path)]);
    expect(shardsToRead(metaOf([document]), now, false)).toEqual(always ? [shardOf(document.path)] : []);
  });

  it('shardsToRead returns every shard without a count of skipped documents', () => {
    const older = Object.entries(settled.shards).map(([name, { skipped, ...rest }]) => [
      name,
      name === '05' ? rest : { ...rest, skipped },
    ]);
    expect(shardsToRead({ shards: Object.fromEntries(older) }, wanted, false)).toEqual(['05']);
  });

  it('the first five reminders of a shard are available without reading it', () => {
    const document = documentOf('a.md', 'b', 'live', ...Array<ItemStatus>(7).fill('superseded'));
    expect(summarizeShard([document])).toMatchObject({
      superseded: 7,
      reminders: Array(5).fill({ path: 'a.md', key: 'k' }),
    });
  });
});
