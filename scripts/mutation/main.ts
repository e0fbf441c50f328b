// This program changes one code fragment at a time in a copy of the repository, runs the closest tests, and reports the
// changes that no test detects.
// npm run test:mutation -- [--only=<part of a path>] [--copies=1]
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProgramOptions, requireInteger, selectByName } from '../program-options.ts';

interface Mutation {
  readonly file: string;
  /** The text to replace. The file contains it exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Parts of the paths of the test files to run, as arguments for vitest. */
  readonly tests: readonly string[];
  /** The reason why no test is expected to detect the mutation; undefined for other mutations. */
  readonly survives?: string;
}

type Outcome = 'killed' | 'timed out' | 'survived';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIN_KILLED_SHARE = 0.92;
/**
 * Time limit of the tests for a mutation in milliseconds. A mutation that makes a test exceed the limit is treated as
 * detected.
 */
const TIMEOUT_MS = 240_000;
const SKIPPED_FOLDERS = new Set(['.git', '.turbo', '.reports', 'coverage']);

const { values } = readProgramOptions({ only: { type: 'string' }, copies: { type: 'string', default: '1' } });
const copyCount = requireInteger('--copies', values.copies);
const allMutations = JSON.parse(readFileSync(new URL('mutations.json', import.meta.url), 'utf8')) as Mutation[];
const mutations = selectByName('--only', values.only, allMutations, ({ file }) => file, 'part');

/** Returns an error for each mutation whose text does not occur exactly once in its file. */
function findAnchorErrors(): string[] {
  return mutations.flatMap(({ file, find }) => {
    const occurrences = readFileSync(join(ROOT, file), 'utf8').split(find).length - 1;
    return occurrences === 1 ? [] : [`${file}: ${JSON.stringify(find)} occurs ${occurrences} times, must occur once`];
  });
}

/** Copies the sources and the built files, and links the installed packages. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'context-sync-mutation-'));
  const modules = join(ROOT, 'node_modules');
  const isCopied = (path: string) => path !== modules && !SKIPPED_FOLDERS.has(basename(path));
  cpSync(ROOT, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  symlinkSync(modules, join(copy, 'node_modules'), 'dir');
  return copy;
}

const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

function runTests(copy: string, { tests }: Mutation): Promise<Outcome> {
  const child = spawn(process.execPath, [VITEST, 'run', '--bail=1', '--project=!soak', ...tests], {
    cwd: copy,
    stdio: 'ignore',
    detached: true,
  });
  return new Promise((resolve) => {
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, TIMEOUT_MS);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(isTimedOut ? 'timed out' : code === 0 ? 'survived' : 'killed');
    });
  });
}

async function tryMutation(copy: string, mutation: Mutation): Promise<Outcome> {
  const path = join(copy, mutation.file);
  const originalText = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    originalText.replace(mutation.find, () => mutation.replace),
  );
  try {
    return await runTests(copy, mutation);
  } finally {
    writeFileSync(path, originalText);
  }
}

/** Checks that the tests pass without a mutation. Otherwise, every mutation would appear to be detected. */
function doTestsPassUnchanged(copy: string): boolean {
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))];
  const { status } = spawnSync(process.execPath, [VITEST, 'run', '--bail=1', '--project=!soak', ...tests], {
    cwd: copy,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

async function main(): Promise<boolean> {
  const errors = findAnchorErrors();
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length > 0) return false;
  const copies = Array.from({ length: copyCount }, copyRepository);
  const survivors: Mutation[] = [];
  let finishedCount = 0;
  try {
    if (!doTestsPassUnchanged(copies[0] ?? ROOT)) return false;
    const queue = [...mutations];
    const testNext = async (copy: string) => {
      for (let mutation = queue.shift(); mutation; mutation = queue.shift()) {
        const outcome = await tryMutation(copy, mutation);
        finishedCount += 1;
        if (outcome === 'survived') survivors.push(mutation);
        process.stdout.write(`${finishedCount}/${mutations.length} ${outcome}: ${mutation.file}: ${mutation.find}\n`);
      }
    };
    await Promise.all(copies.map(testNext));
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
  const killedCount = mutations.length - survivors.length;
  const killedShare = killedCount / mutations.length;
  for (const { file, find, replace, survives = 'no reason recorded' } of survivors) {
    process.stdout.write(`\nSurvived: ${relative('.', file)}\n- ${find}\n+ ${replace}\n  ${survives}\n`);
  }
  process.stdout.write(
    `\n${killedCount} of ${mutations.length} mutations killed (${(killedShare * 100).toFixed(1)} %)\n`,
  );
  return killedShare >= MIN_KILLED_SHARE;
}

process.exitCode = (await main()) ? 0 : 1;
