import type { DocumentRecord, ItemStatus } from '@context-sync/sync';
import { describe, expect, it } from 'vitest';
import { findUnmatchedForgetLines, matchesForgetLine } from './leftovers.ts';

const createItem = (key: string, status: ItemStatus, id?: string) => ({
  key,
  title: 'T',
  fingerprint: 'f',
  status,
  revision: 1,
  ...(id === undefined ? {} : { id }),
});
const DOCUMENTS = new Map<string, DocumentRecord>(
  [
    { path: 'a.md', items: [createItem('a.md#', 'live', 'ctx_live'), createItem('a.md#old', 'superseded', 'ctx_old')] },
    { path: 'gone.md', items: [createItem('gone.md#', 'orphaned', 'ctx_gone')] },
    { path: 'live.md', items: [createItem('live.md#', 'live'), createItem('live.md#doubt', 'creating')] },
  ].map((document) => [document.path, { ...document, blob: 'b', chunkConfigHash: 'r' }]),
);

describe('a line of the forget input', () => {
  it.each(['ctx_old', 'a.md#old', 'a.md', 'ctx_gone', 'gone.md', 'all', 'ctx_old, gone.md,'])(
    'the line %s of the forget input matches a leftover item',
    (line) => {
      expect(findUnmatchedForgetLines([line], DOCUMENTS)).toEqual([]);
    },
  );

  it.each(['ctx_nope', 'ctx_live', 'a.md#', 'live.md', 'live.md#doubt', 'ALL', 'gone'])(
    'the line %s of the forget input matches no leftover item',
    (line) => {
      expect(findUnmatchedForgetLines([line], DOCUMENTS)).toEqual([line]);
      expect(findUnmatchedForgetLines(['all', line], DOCUMENTS)).toEqual([line]);
    },
  );

  it('only the unknown names of a list with commas are reported', () => {
    expect(findUnmatchedForgetLines(['ctx_old, nope, gone.md'], DOCUMENTS)).toEqual(['nope']);
    const path = 'a, b.md';
    const documents = new Map([
      [path, { path, blob: 'b', chunkConfigHash: 'r', items: [createItem(`${path}#`, 'orphaned')] }],
    ]);
    expect(findUnmatchedForgetLines([path], documents)).toEqual([]);
  });

  it('a line of the forget input matches a leftover item by key, by ID or by document', () => {
    const leftover = { path: 'gone.md', record: createItem('gone.md#', 'orphaned', 'ctx_gone') };
    expect(['gone.md#', 'ctx_gone', 'gone.md', 'all'].map((line) => matchesForgetLine([line], leftover))).toEqual(
      Array(4).fill(true),
    );
    expect(matchesForgetLine(['ctx_old'], leftover)).toBe(false);
    expect(matchesForgetLine([], { path: 'gone.md', record: createItem('gone.md#', 'orphaned') })).toBe(false);
  });
});
