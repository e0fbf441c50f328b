import { expect, it } from 'vitest';
import { docsOf, pageOf, pathOf } from './sample-docs.ts';

it('docsOf generates a different text for each document, and pageOf for each edition', () => {
  const docs = docsOf(500);
  expect(new Set(Object.values(docs)).size).toBe(500);
  expect(docs[pathOf(7)]).toBe(pageOf(7));
  expect(pageOf(7, 1)).not.toBe(pageOf(7));
});
