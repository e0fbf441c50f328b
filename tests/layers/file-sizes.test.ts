import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 80;

const files = globSync(['{packages,apps}/*/src/**/*.{ts,tsx}', '{benchmarks,contract,scripts,tests}/**/*.ts'], {
  cwd: ROOT,
})
  .filter((path) => !path.includes('node_modules') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

const getLines = (text: string) => text.trimEnd().split('\n').length;

/** Returns the longest functions as `path:line (number of lines)`. */
function findLongFunctions(path: string, source: string): string[] {
  const violations: string[] = [];
  const visit = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const length = getLines(source.slice(start, end));
    if (length > MAX_FUNCTION_LINES)
      violations.push(`${path}:${source.slice(0, start).split('\n').length} (${length})`);
  };
  const { program } = parseSync(path, source);
  new Visitor({ FunctionDeclaration: visit, FunctionExpression: visit, ArrowFunctionExpression: visit }).visit(program);
  return violations;
}

it('findLongFunctions finds functions that are too long', () => {
  const lines = '  call();\n'.repeat(MAX_FUNCTION_LINES - 1);
  expect(findLongFunctions('a.ts', `const a = 1;\nfunction b() {\n${lines}}\n`)).toEqual(['a.ts:2 (81)']);
  expect(findLongFunctions('a.ts', `function b() {\n${lines.slice(lines.indexOf('\n') + 1)}}\n`)).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});

it(`no function is longer than ${MAX_FUNCTION_LINES} lines`, () => {
  expect(files.flatMap(({ path, source }) => findLongFunctions(path, source))).toEqual([]);
});

it(`no file is longer than ${MAX_FILE_LINES} lines`, () => {
  const long = files.filter(({ source }) => getLines(source) > MAX_FILE_LINES);
  expect(long.map(({ path, source }) => `${path} (${getLines(source)})`)).toEqual([]);
});
