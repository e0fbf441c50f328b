import { expect, it } from 'vitest';
import { createPage, getDocs, getPath } from './sample-docs.ts';

it('getDocs generates a different text for each document, and createPage a different text for each edition', () => {
  const docs = getDocs(500);
  expect(new Set(Object.values(docs)).size).toBe(500);
  expect(docs[getPath(7)]).toBe(createPage(7));
  expect(createPage(7, 1)).not.toBe(createPage(7));
});
