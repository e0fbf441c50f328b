import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SHIPPED_BUNDLE } from '../../packages/testkit/build/index.js';
import type { Section } from '../report/report-section.ts';
import { computeMedian, formatRatio, formatWhole } from '../sync/measure/statistics.ts';

const START_LIMIT = 4;
const ENTRY_LIMIT = 0.8 * 1024 * 1024;
const BUNDLE_LIMIT = 2.5 * 1024 * 1024;

/** Returns the run time of a process in milliseconds. Throws an error if the process does not end as expected. */
function getTime(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  saidPattern: RegExp | undefined,
): number {
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, args, { env: { ...env }, encoding: 'utf8' });
  const elapsedMs = performance.now() - start;
  const isExpected = saidPattern ? status === 1 && saidPattern.test(stdout) : status === 0;
  if (!isExpected) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}`);
  return elapsedMs;
}

/** Measures the time until an invalid input is reported, and the size of the shipped files. */
export function startUpSection(rounds: number): Section {
  const workspace = mkdtempSync(join(tmpdir(), 'context-sync-start-up-'));
  const runGitIn = (...args: string[]) => spawnSync('git', ['-C', workspace, ...args], { encoding: 'utf8' });
  runGitIn('init', '--quiet', '--initial-branch=main');
  const env = { PATH: process.env.PATH ?? '', HOME: workspace };
  const run = {
    ...env,
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: 'octo-org/api',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: workspace,
    INPUT_BRANCH: 'main',
    'INPUT_API-KEY': 'a-key',
    INPUT_PROJECT: 'api',
    'INPUT_BASE-URL': 'https://api.example.com',
    'INPUT_INSTALLATION-ID': '42',
    'INPUT_GITHUB-TOKEN': 'a-token',
    INPUT_MODE: 'synchronise',
  };
  const [bare, failed]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      bare.push(getTime(['--eval', '0'], env, undefined));
      failed.push(getTime([SHIPPED_BUNDLE], run, /::error::.*Input "mode" must be one of .* \(got "synchronise"\)/));
    }
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
  const [floor, took] = [computeMedian(bare), computeMedian(failed)];
  const folder = dirname(SHIPPED_BUNDLE);
  const files = readdirSync(folder)
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
    .sort((a, b) => b.bytes - a.bytes);
  const entry = statSync(SHIPPED_BUNDLE).size;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    title: 'Start-up and size',
    notes: [
      `The table compares two processes: the shipped bundle, which ends with an input error, and Node with an empty script. The times are those of the whole processes, which run in turns; medians of ${rounds} rounds. The checkout contains no docs, which the bundle also reports.`,
      'The bundle contains everything that the action ships, including licenses. Code that only a successful run needs is in separate files and loaded on demand.',
    ],
    tables: [
      {
        caption: 'Until the error is reported',
        head: ['process', 'ms', 'against bare node'],
        rows: [
          ['bare node', formatWhole(floor), formatRatio(floor, floor)],
          ['bundle, unknown mode', formatWhole(took), formatRatio(took, floor)],
        ],
      },
      {
        caption: 'What is shipped',
        head: ['file', 'bytes', 'share'],
        rows: [
          ...files.map((file) => [file.name, formatWhole(file.bytes), `${((100 * file.bytes) / bytes).toFixed(0)} %`]),
          ['all', formatWhole(bytes), '100 %'],
        ],
      },
    ],
    goals: [
      {
        goal: `reporting an input error takes at most ${START_LIMIT} × the time of bare node`,
        measured: formatRatio(took, floor),
        met: took <= START_LIMIT * floor,
      },
      {
        goal: 'entry file of the bundle: at most 0.8 MB',
        measured: `${(entry / 1024 / 1024).toFixed(2)} MB`,
        met: entry <= ENTRY_LIMIT,
      },
      {
        goal: 'all files of the bundle, including the chunker: at most 2.5 MB',
        measured: `${(bytes / 1024 / 1024).toFixed(2)} MB`,
        met: bytes <= BUNDLE_LIMIT,
      },
    ],
  };
}
