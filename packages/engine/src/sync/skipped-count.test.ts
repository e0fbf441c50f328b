import { NO_CAPABILITIES } from '@context-sync/core';
import { createEmptyState, type StateSnapshot } from '@context-sync/sync';
import { expect, it } from 'vitest';
import type { DocsTree } from '../docs/find-docs.ts';
import { readSkippedCount } from './skipped-count.ts';

const { meta } = createEmptyState('https://api.example.com/', 'octo-api', NO_CAPABILITIES);
const rejectRead = () => Promise.reject(new Error('this is not read'));

it('readSkippedCount returns the number of skipped files in the last sync without reading any file', async () => {
  const synced = { commit: 'c', skipped: 4 } as StateSnapshot['meta']['synced'];
  const state = { meta: { ...meta, synced }, documents: rejectRead } as unknown as StateSnapshot;
  expect(await readSkippedCount({ list: rejectRead } as unknown as DocsTree, state)).toBe(4);
});

it('readSkippedCount counts the skipped files if the state of an earlier version does not contain their number', async () => {
  const list = async () => ({ skipped: [{ path: 'docs/CHANGELOG.md' }] });
  const state = { meta, documents: async () => new Map() } as unknown as StateSnapshot;
  expect(await readSkippedCount({ list } as unknown as DocsTree, state)).toBe(1);
});
