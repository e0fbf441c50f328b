import { expect, it } from 'vitest';
import { createIncludeReader, type ReadInclude } from './include-reader.ts';

/** Returns an include reader for which every file has this text. */
function createReader(text: string): ReadInclude {
  return createIncludeReader({
    resolve: () => ({}),
    pageUrl: () => undefined,
    attributes: () => new Map(),
    include: (_from, target) => ({ path: target, text }),
    place: () => [],
    navigationTitle: () => undefined,
    isIncluded: () => false,
    repeatedTexts: () => new Set(),
  });
}

it('the include reader reads at most 3,000 included files for a document', () => {
  const read = createReader('x');
  for (let index = 0; index < 3_000; index += 1) expect(read('a.yml', `${index}.yml`)).toHaveProperty('text', 'x');
  expect(read('a.yml', 'more.yml')).toEqual({ problem: 'a document can include at most 3000 files' });
  expect(createReader('x')('b.yml', 'more.yml')).toHaveProperty('text', 'x');
});

it('the include reader returns neither an included file over the size limit nor further files over the total limit', () => {
  const million = 1024 * 1024;
  expect(createReader('x'.repeat(million + 1))('a.md', 'b.md')).toEqual({
    problem: 'b.md has more than 1048576 characters',
  });
  const read = createReader('x'.repeat(million));
  for (let index = 0; index < 4; index += 1) expect(read('a.md', 'b.md')).toHaveProperty('path', 'b.md');
  expect(read('a.md', 'b.md')).toEqual({ problem: 'a document can include at most 4194304 characters' });
});
