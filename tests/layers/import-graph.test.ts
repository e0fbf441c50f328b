import { describe, expect, it } from 'vitest';
import { childGraph, findCycles, type ImportGraph, relativeImports } from './import-graph.ts';

const createGraph = (edges: Readonly<Record<string, readonly string[]>>): ImportGraph =>
  new Map(Object.entries(edges).map(([file, imported]) => [file, new Set(imported)]));

describe('relativeImports', () => {
  it.each([
    ['an import', "import { a } from './a.ts';"],
    ['an import of a type', "import type { A } from './a.ts';"],
    ['an import for its side effects', "import './a.ts';"],
    ['an export of all names', "export * from './a.ts';"],
    ['an export by name', "export { a } from './a.ts';"],
    ['an export of a type', "export type { A } from './a.ts';"],
    ['an import at run time', "const a = await import('./a.ts');"],
    ['an import expression in a type', "type A = import('./a.ts').A;"],
  ])('relativeImports finds %s', (_name, source) => {
    expect(relativeImports(source)).toEqual(['./a.ts']);
  });

  it.each([
    ['a package', "import { z } from 'zod';"],
    ['text that looks like an import', 'const text = "import \'./a.ts\'";'],
    ['a comment', "// import './a.ts';"],
  ])('relativeImports ignores %s', (_name, source) => {
    expect(relativeImports(source)).toEqual([]);
  });

  it('relativeImports rejects a file that cannot be parsed', () => {
    expect(() => relativeImports('import {')).toThrow('cannot read the imports');
  });
});

describe('findCycles', () => {
  it('findCycles returns nothing if all imports run in one direction', () => {
    expect(findCycles(createGraph({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
  });

  it('findCycles returns each cycle once, without files that only import one of its files', () => {
    const graph = createGraph({ main: ['a', 'x'], a: ['b'], b: ['c'], c: ['a'], x: ['y'], y: ['x'] });
    expect(findCycles(graph)).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]);
  });

  it('findCycles merges cycles that share a file', () => {
    expect(findCycles(createGraph({ a: ['b'], b: ['a', 'c'], c: ['b'] }))).toEqual([['a', 'b', 'c']]);
  });
});

describe('childGraph', () => {
  it('childGraph treats a subfolder as one node', () => {
    const graph = createGraph({
      'src/a/one.ts': ['src/b/one.ts'],
      'src/b/one.ts': [],
      'src/b/two.ts': ['src/main.ts'],
      'src/main.ts': ['src/a/one.ts', 'other/file.ts'],
    });
    expect(childGraph(graph, 'src')).toEqual(
      createGraph({ 'src/a': ['src/b'], 'src/b': ['src/main.ts'], 'src/main.ts': ['src/a'] }),
    );
    expect(findCycles(graph)).toEqual([]);
    expect(findCycles(childGraph(graph, 'src'))).toEqual([['src/a', 'src/b', 'src/main.ts']]);
  });
});
