import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface ListedMutation {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const ROOT = join(import.meta.dirname, '../..');
const MUTATIONS = JSON.parse(readFileSync(join(import.meta.dirname, 'mutations.json'), 'utf8')) as ListedMutation[];
const TEST_FILES = globSync('{packages,apps,tests,scripts}/**/*.test.ts', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules',
});

it('the text that a mutation replaces occurs exactly once in the mutated file', () => {
  const wrongMutations = MUTATIONS.filter(({ file, find, replace }) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return text.split(find).length !== 2 || find === replace;
  });
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(100);
  expect(wrongMutations).toEqual([]);
});

it('every mutation names test files that exist', () => {
  const missingTests = MUTATIONS.flatMap(({ tests }) => tests).filter(
    (part) => !TEST_FILES.some((file) => file.includes(part)),
  );
  expect(missingTests).toEqual([]);
});
