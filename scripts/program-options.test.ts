import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = `
import { basename } from 'node:path';
import { readProgramOptions, requireInteger, selectByName } from ${JSON.stringify(new URL('program-options.ts', import.meta.url).href)};
const { values, command } = readProgramOptions(
  { only: { type: 'string' }, part: { type: 'string' }, file: { type: 'string' }, rounds: { type: 'string', default: '3' }, show: { type: 'boolean' } },
  { commands: ['all', 'speed'] },
);
const rounds = requireInteger('--rounds', values.rounds);
const selected = selectByName('--only', values.only, ['fast', 'faster']);
const parts = selectByName('--part', values.part, [{ path: 'a/x.ts' }, { path: 'b/x.ts' }], ({ path }) => path, 'part');
selectByName('--file', values.file, ['a/x.ts', 'a/y.ts'], basename);
console.log(JSON.stringify({ command, rounds, selected, parts: parts.length, show: values.show }));
`;

const folder = mkdtempSync(join(tmpdir(), 'context-sync-options-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'program.mjs'), PROGRAM);

/** Runs a program that reads these arguments. */
function runProgram(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['program.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the command line of a program', () => {
  it('returns the command, the selected entries and the default values', () => {
    const { status, stdout } = runProgram('speed', '--only', 'fast', '--part=/x', '--show');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ command: 'speed', rounds: 3, selected: ['fast'], parts: 2, show: true });
  });

  it('prints all options and commands with --help', () => {
    const { status, stdout } = runProgram('--help');
    expect(status).toBe(0);
    expect(stdout).toContain(
      'Usage: node program.mjs [all | speed] [--only <value>] [--part <value>] [--file <value>] [--rounds <value>] [--show]',
    );
  });

  it.each([
    [['--ony=fast'], 'Unknown option "--ony".', '[--only <value>]'],
    [['--only'], 'The option "--only" requires a value.', '[--only <value>]'],
    [['--only', '--show'], 'The option "--only" requires a value (got "--show").', '[--only <value>]'],
    [['--show=yes'], 'The option "--show" has no value (got "yes").', '[--show]'],
    [['spede'], 'Unknown argument "spede".', '[all | speed]'],
    [['all', 'speed'], 'Unknown argument "speed".', '[all | speed]'],
    [['--rounds', 'ten'], '--rounds must be an integer of at least 1 (got "ten").', ''],
    [['--rounds', '0'], '--rounds must be an integer of at least 1 (got "0").', ''],
    [['--rounds='], '--rounds must be an integer of at least 1 (got "").', ''],
  ])('%s ends the program with the value, the rule and the usage', (args, message, usage) => {
    const { status, stdout, stderr } = runProgram(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain(usage);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    [['--only', 'slow'], '--only must be one of these names (got "slow"): fast; faster'],
    [['--only', 'fas'], '--only must be one of these names (got "fas"): fast; faster'],
    [['--only='], '--only must be one of these names (got ""): fast; faster'],
    [['--file', 'z.ts'], '--file must be one of these names (got "z.ts"): x.ts; y.ts'],
    [['--part', 'c/'], '--part must be a part of one of these names (got "c/"): a/x.ts; b/x.ts'],
  ])('%s selects nothing, which is an error', (args, message) => {
    const { status, stdout, stderr } = runProgram(...args);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: `${message}\n` });
  });
});

it('only the shared module and the command lines of the products use parseArgs', () => {
  const files = globSync(
    ['{scripts,benchmarks,contract,tests,databases}/**/*.{ts,mjs}', '{packages,apps}/*/src/**/*.ts'],
    {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/build/**'],
    },
  );
  const users = files.filter((file) => /\bparseArgs\b.*'node:util'/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(users.sort()).toEqual([
    'apps/cli/src/options/parse-command-line.ts',
    'apps/demo/src/main.ts',
    'scripts/program-options.ts',
  ]);
});
