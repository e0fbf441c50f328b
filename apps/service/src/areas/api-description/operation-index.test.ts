import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';

const INFO = { openapi: '3.1.0', info: { title: 'T', version: '1' } };
const catalog = (document: object) => createCatalog({ text: JSON.stringify(document), format: 'json' });

describe('the operation search index', () => {
  it('the operation search index contains the texts of all operations that share no path item', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, number) => [
        `/p${number}`,
        {
          get: {
            summary: `Reads word${number}`,
            description: `${'about '.repeat(150)}`,
            parameters: [{ name: `filter${number}`, in: 'query' }],
          },
        },
      ]),
    );
    const { index } = catalog({ ...INFO, paths });
    for (const word of ['word0', 'word299', 'filter0', 'filter299']) {
      expect(index.find(word, 2).map(({ operation }) => operation.path)).toEqual([`/p${word.match(/\d+/)?.[0]}`]);
    }
    expect(index.find('about', 1_000)).toHaveLength(300);
  });

  it('the operation search index stays small if thousands of paths reference one long path item', () => {
    const sharedItem = {
      get: {
        summary: 'alpha '.repeat(100),
        description: 'beta '.repeat(200),
        tags: Array.from({ length: 2_000 }, (_, number) => `tag${number}`),
        parameters: Array.from({ length: 2_000 }, (_, number) => ({ name: `name${number}`, in: 'query' })),
      },
    };
    const paths = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, number) => [`/p${number}`, { $ref: '#/shared' }]),
    );
    const document = { ...INFO, shared: sharedItem, paths };
    const { index, operations } = catalog(document);
    expect(operations).toHaveLength(4_000);
    expect(operations[0]?.tags).toHaveLength(100);
    const indexed = index.find('beta', 4_000).length;
    expect(indexed).toBeGreaterThan(10);
    expect(indexed * 200 * 'beta '.length).toBeLessThan(2 * JSON.stringify(document).length);
  });
});
