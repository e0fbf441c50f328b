import { NO_CAPABILITIES } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { createEmptyState } from './new-state.ts';
import {
  formatDocuments,
  formatMeta,
  formatPortal,
  getPortalKey,
  getShardFile,
  getShardOfFile,
  PORTAL_SHARD,
  parseDocuments,
  parseMeta,
  parsePortal,
} from './state-files.ts';
import type { DocumentRecord, PortalRecord, State } from './state-schema.ts';

function createState(paths: readonly string[]): State {
  const documents = paths.map((path): [string, DocumentRecord] => [
    path,
    {
      path,
      blob: 'b',
      chunkConfigHash: 'r',
      items: [{ key: `${path}#`, title: 'T\n"›"', fingerprint: 'f', status: 'live', revision: 1 }],
    },
  ]);
  return { ...createEmptyState('https://api.example.com/', 'p', NO_CAPABILITIES), documents: new Map(documents) };
}

describe('the files of a state', () => {
  it('the files of a state are parsed to the same state', () => {
    const { meta, documents } = createState(['docs/b.md', 'docs/a.md', 'docs/ü"\n.md']);
    expect(parseMeta(formatMeta(meta))).toEqual(meta);
    const records = parseDocuments('documents/00.ndjson', formatDocuments(documents.values()));
    expect(new Map(records.map((record) => [record.path, record]))).toEqual(documents);
  });

  it('the files of a state do not depend on the order of the documents', () => {
    const records = [...createState(Array.from({ length: 300 }, (_, at) => `docs/${at}.md`)).documents.values()];
    expect(formatDocuments(records.toReversed())).toBe(formatDocuments(records));
  });

  it('the records of the docs portal are parsed to the same records, also if a page and a file have the same path', () => {
    const records: readonly PortalRecord[] = [
      { kind: 'page', path: 'b', file: 'docs/b.md', title: 'B', digest: null, next: ['n'] },
      { kind: 'file', path: 'b', file: 'docs/b', digest: 's', blob: 'g' },
      { kind: 'page', path: 'a', file: 'docs/ü".md', digest: 'd', etag: '"e"', text: 't' },
    ];
    const portal = new Map(records.map((record) => [getPortalKey(record), record]));
    expect(parsePortal(formatPortal(portal))).toEqual(portal);
    expect(formatPortal(new Map([...portal].reverse()))).toBe(formatPortal(portal));
    expect(() => parsePortal('{"kind":"page"}\n')).toThrow('documents/portal.ndjson');
    expect(getShardOfFile(getShardFile(PORTAL_SHARD))).toBe(PORTAL_SHARD);
  });

  it('the files of a state are recognized by their names', () => {
    expect(getShardOfFile(getShardFile('3f'))).toBe('3f');
    expect(['meta.json', 'documents/3f', 'documents/xy.ndjson', 'other/3f.ndjson'].map(getShardOfFile)).toEqual(
      Array(4).fill(undefined),
    );
  });

  it.each([
    ['invalid JSON', '{', 'unreadable'],
    ['an invalid structure', '{"schemaVersion":1}', 'unreadable'],
    ['no version', '{}', 'unreadable'],
    ['a version below the first version', '{"schemaVersion":0}', 'unreadable'],
    ['a newer version', '{"schemaVersion":3,"surprise":true}', 'newer'],
  ])('the files of a state are rejected, with a fix, if meta.json has %s', (_name, text, code) => {
    expect(() => parseMeta(text)).toThrow(
      expect.objectContaining({ name: 'StateError', code, hint: expect.stringMatching(/\w/) }),
    );
  });

  it('the files of a state are rejected if a line of the documents cannot be read', () => {
    expect(() => parseDocuments('documents/00.ndjson', '{"path":"a"}\n')).toThrow('documents/00.ndjson');
  });
});
