import { expect, it } from 'vitest';
import { CHUNKER_VERSION } from '../chunk.ts';
import { computeGoldenItems, readGoldenItems } from './golden-items.fixture.ts';

const FIX =
  'Raise CHUNKER_VERSION in packages/chunker/src/chunk.ts, so that documents that nobody edits are chunked again, then run `npm run golden-items`. ' +
  'If the version has not been released since it was raised, run `npm run golden-items -- --same-version`.';

it('the items of fixture pages change only if CHUNKER_VERSION increases', () => {
  const recordedItems = readGoldenItems();
  const current = computeGoldenItems();
  const paths = new Set([...Object.keys(recordedItems.pages), ...Object.keys(current.pages)]);
  const changed = [...paths].filter((path) => recordedItems.pages[path] !== current.pages[path]).sort();
  expect(changed, `the items of these pages have changed. ${FIX}`).toEqual([]);
});

it('the file golden-items.json contains CHUNKER_VERSION and the digests of the items', () => {
  expect(readGoldenItems().version, `golden-items.json belongs to another version. ${FIX}`).toBe(CHUNKER_VERSION);
});
