import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { type ChunkOptions, chunk, DOCUMENT_LIMIT } from './chunk.ts';
import { HOSTILE_DOCUMENTS } from './hostile-documents.fixture.ts';
import { itemFaults } from './item-problems.fixture.ts';

const SITE: ChunkOptions = { address: { siteUrl: 'https://docs.example.com', root: 'docs' } };

describe('a hostile document', () => {
  // Each ends: what takes time for every pair of its marks would run for minutes.
  it.each(sampleCases(HOSTILE_DOCUMENTS, 8))('of %s gives items within all bounds', (_name, write) => {
    const text = write();
    for (const [path, options] of [
      ['docs/page.md', { ...SITE }],
      ['docs/page.mdx', {}],
    ] as const) {
      const chunks = chunk({ path, text }, options);
      expect(itemFaults(path, text, chunks, 'address' in options)).toEqual([]);
    }
  });

  it('over five million characters gives no items, and the reason', () => {
    const fits = chunk({ path: 'a.md', text: 'a '.repeat(DOCUMENT_LIMIT / 2) });
    expect(fits.items.length).toBeGreaterThan(600);
    const { items, skipped } = chunk({ path: 'a.md', text: `${'a '.repeat(DOCUMENT_LIMIT / 2)}a` });
    expect({ items, skipped }).toEqual({ items: [], skipped: 'it is over 5 million characters' });
  });
});
