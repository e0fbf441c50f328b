import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

/** Matches a regular expression that starts with an unbounded repetition at the start of a line, and captures the repeated part. */
const REPEATED_AT_LINE_START = /^\^(\[(?:\\.|[^\]\\])*\]|\\?.)(?:[*+]|\{\d*,\})/;

/**
 * Returns the regular expressions that can match many line breaks from the beginning of every line, which takes quadratic time on blank
 * lines.
 */
function findQuadraticExpressions(path: string, source: string): string[] {
  // Parsing takes most of the time of this test.
  if (!source.includes('/^')) return [];
  const violations: string[] = [];
  const { program } = parseSync(path, source);
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node) || !node.regex.flags.includes('m')) return;
      const [, repeated] = REPEATED_AT_LINE_START.exec(node.regex.pattern) ?? [];
      if (repeated !== undefined && new RegExp(repeated, node.regex.flags).test('\n'))
        violations.push(`${path}: /${node.regex.pattern}/${node.regex.flags}`);
    },
  }).visit(program);
  return violations;
}

it('findQuadraticExpressions finds regular expressions that repeat line breaks at the beginning of lines', () => {
  const quadratic = String.raw`const a = [/^\s*b/m, /^[\s>]*b/gm, /^[^a]+b/m, /^\s{2,}b/m];`;
  expect(findQuadraticExpressions('a.ts', quadratic)).toHaveLength(4);
  const linear = String.raw`const a = [/^[ \t>]*b/m, /^\s*b/, /^\s{0,3}b/m, /^[^a\n]+b/m, /^--\s*b/m, /a^\s*/m];`;
  expect(findQuadraticExpressions('a.ts', linear)).toEqual([]);
  expect(files.length).toBeGreaterThan(400);
});

it('no regular expression repeats line breaks at the beginning of lines', () => {
  expect(files.flatMap(({ path, source }) => findQuadraticExpressions(path, source))).toEqual([]);
});
