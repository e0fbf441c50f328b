import { join } from 'node:path';
import { expect, it } from 'vitest';
import { childGraph, findCycles, getFolders, type ImportGraph, readImportGraph } from './import-graph.ts';

const graph = readImportGraph(join(import.meta.dirname, '../..'), [
  'packages/*/src/**/*.ts',
  'apps/*/src/**/*.{ts,tsx}',
  'benchmarks/*/**/*.ts',
  'contract/**/*.ts',
  'scripts/**/*.ts',
  'tests/**/*.ts',
]);
/** Tests and fixtures may import from every folder of their package. */
const sources: ImportGraph = new Map([...graph].filter(([file]) => !/\.(test|fixture)\.ts$/.test(file)));

it('readImportGraph reads the imports of every package', () => {
  expect(graph.get('packages/sync/src/index.ts')?.size).toBeGreaterThan(10);
  expect(new Set([...graph.keys()].map((file) => file.split('/')[0]))).toEqual(
    new Set(['packages', 'apps', 'benchmarks', 'contract', 'scripts', 'tests']),
  );
});

it('no file imports itself through other files', () => {
  expect(findCycles(graph)).toEqual([]);
});

it('imports between the subfolders of a folder run in only one direction', () => {
  const cycles = getFolders(sources).flatMap((folder) => findCycles(childGraph(sources, folder)));
  expect(cycles).toEqual([]);
});
