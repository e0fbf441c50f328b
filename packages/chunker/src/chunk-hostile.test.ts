import { sampleCases, selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { type ChunkOptions, chunk, MAX_DOCUMENT_LENGTH, MAX_JSON_LENGTH } from './chunk.ts';
import { HOSTILE_DOCUMENTS } from './hostile-documents.fixture.ts';
import { itemProblems } from './item-problems.fixture.ts';

const SITE: ChunkOptions = { address: { siteUrl: 'https://docs.example.com', root: 'docs' } };

describe('chunk on hostile documents', () => {
  // If chunking took quadratic time, these tests would run for minutes.
  it.each(sampleCases(HOSTILE_DOCUMENTS, 40))('respects all limits for a hostile document: %s', (_name, write) => {
    const text = write();
    for (const [path, options] of [
      ['docs/page.md', { ...SITE }],
      ['docs/page.mdx', {}],
    ] as const) {
      const chunks = chunk({ path, text }, options);
      expect(itemProblems(path, text, chunks, 'address' in options)).toEqual([]);
    }
  });

  it('skips a document over five million characters and reports why', () => {
    const words = selectByTier(1_000, MAX_DOCUMENT_LENGTH / 2);
    const fits = chunk({ path: 'a.md', text: 'a '.repeat(words).padStart(MAX_DOCUMENT_LENGTH, '\n') });
    expect(fits.items.length).toBeGreaterThan(selectByTier(0, 600));
    const { items, skipped } = chunk({ path: 'a.md', text: `${'a '.repeat(MAX_DOCUMENT_LENGTH / 2)}a` });
    expect({ items, skipped }).toEqual({ items: [], skipped: 'it has more than 5 million characters' });
  });

  it('reads OpenAPI documents in JSON of up to 32 million characters', () => {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'T', description: 'An API.' }, paths: {} });
    const fits = chunk({ path: 'a.json', text: text.padEnd(MAX_JSON_LENGTH) });
    expect(fits.items).toHaveLength(1);
    const { items, skipped } = chunk({ path: 'a.json', text: text.padEnd(MAX_JSON_LENGTH + 1) });
    expect({ items, skipped }).toEqual({ items: [], skipped: 'it has more than 32 million characters' });
  });
});
