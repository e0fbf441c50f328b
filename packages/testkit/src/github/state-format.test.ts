import { describe, expect, it } from 'vitest';
import { readStateFiles } from './state-format.ts';

const META = {
  schemaVersion: 2,
  lineage: 'l',
  revision: 3,
  service: 'https://api.example.com',
  project: 'p',
  synced: { settings: 's', tree: 't', commit: 'c' },
  shards: { '12': { live: 1, superseded: 0, orphaned: 0, inDoubt: 1 } },
  dataSource: { status: 'connected', fingerprint: 'f', id: 'src_1' },
  formerDataSources: [],
};
const ITEMS = [
  { key: 'docs/a.md#x', title: 'X', status: 'live', fingerprint: 'f1', id: 'ctx_1', revision: 2 },
  { key: 'docs/a.md#y', title: 'Y', status: 'creating', fingerprint: 'f2', revision: 3 },
];
const LINE = `${JSON.stringify({ path: 'docs/a.md', blob: null, chunkConfigHash: 'r', items: ITEMS })}\n`;
const NAME = 'documents/12.ndjson';

function files(meta: object, documents: Record<string, string> = { [NAME]: LINE }): Map<string, string> {
  return new Map(Object.entries({ 'meta.json': JSON.stringify({ ...META, ...meta }), ...documents }));
}

describe('readStateFiles', () => {
  it('readStateFiles reads a valid state', () => {
    expect(readStateFiles(files({}))).toEqual({
      lineage: 'l',
      revision: 3,
      synced: 'c',
      dataSource: { status: 'connected', id: 'src_1' },
      formerDataSources: [],
      items: [
        { path: 'docs/a.md', ...ITEMS[0] },
        { path: 'docs/a.md', id: undefined, ...ITEMS[1] },
      ],
    });
  });

  it('readStateFiles reads a leftover item with unknown content', () => {
    const left = LINE.replace('"live"', '"orphaned"').replace('"f1"', '""');
    const shards = { '12': { live: 0, superseded: 0, orphaned: 1, inDoubt: 1 } };
    const { items } = readStateFiles(files({ shards }, { [NAME]: left }));
    expect(items[0]).toMatchObject({ status: 'orphaned', fingerprint: '' });
  });

  it.each<[string, Map<string, string>, RegExp]>([
    ['has no meta.json', new Map(), /^meta\.json/],
    ['has a truncated meta.json', new Map([['meta.json', '{"schemaVersion":2,']]), /^meta\.json/],
    ['has another schema version', files({ schemaVersion: 1 }), /version 1/],
    ['has no revision', files({ revision: '3' }), /no revision/],
    ['has a truncated shard', files({}, { [NAME]: LINE.trimEnd() }), /12\.ndjson is truncated/],
    ['has a truncated line', files({}, { [NAME]: `${LINE}${LINE.slice(0, 40)}\n` }), /12\.ndjson/],
    ['contains a document twice', files({}, { [NAME]: LINE + LINE }), /docs\/a\.md occurs twice/],
    ['has a document in the wrong shard', files({}, { 'documents/03.ndjson': LINE }), /does not belong in this file/],
    ['has an unknown file', files({}, { 'documents/readme.md': 'x\n' }), /not a file of a state/],
    ['has a live item without a fingerprint', files({}, { [NAME]: LINE.replace('"f1"', '""') }), /no fingerprint/],
    [
      'has an unknown status',
      files({}, { [NAME]: LINE.replace('live', 'alive') }),
      /an item with the unknown status "alive"/,
    ],
    [
      'counts wrong',
      files({ shards: { '12': { ...META.shards['12'], live: 2 } } }),
      /counts 2 live in shard 12, which contains 1/,
    ],
    ['summarizes a missing shard', files({ shards: { ...META.shards, '05': {} } }), /other shards/],
    [
      'has a data source with an unknown status',
      files({ dataSource: { status: 'perhaps', fingerprint: 'f' } }),
      /data source that is perhaps/,
    ],
  ])('readStateFiles rejects a state that %s', (_name, broken, message) => {
    expect(() => readStateFiles(broken)).toThrow(message);
  });
});
