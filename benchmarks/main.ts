// This program runs every benchmark, one after another, and writes the goals and results of each to RESULTS.md.
// node benchmarks/main.ts [--collect] [--data <folder>]
// --collect: only writes RESULTS.md again from the existing results
// --data: folder with real documentation for the chunker; default: ../shared/data next to the project
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readGoalTables } from './report/goal-tables.ts';

const resolveHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { values } = parseArgs({ options: { collect: { type: 'boolean' }, data: { type: 'string' } } });
const data = resolve(values.data ?? resolveHere('../../shared/data'));
const BENCHMARK_AREAS = [
  { name: 'start-up', args: [] },
  { name: 'sync', args: ['all'] },
  { name: 'chunker', args: ['all', '--data', data] },
  { name: 'service', args: ['all'] },
  { name: 'sdk', args: [] },
] as const;

const failedBenchmarks: string[] = [];
const skippedNotes: string[] = [];
if (values.collect !== true) {
  for (const { name, args } of BENCHMARK_AREAS) {
    process.stdout.write(`\n── ${name}\n`);
    if (name === 'chunker' && values.data === undefined && !existsSync(data)) {
      process.stdout.write(
        `Skipped: ${data} does not exist. Set a folder of real documentation with --data <folder>.\n`,
      );
      skippedNotes.push(name);
      continue;
    }
    const { status } = spawnSync(process.execPath, [resolveHere(`${name}/main.ts`), ...args], { stdio: 'inherit' });
    if (status !== 0) failedBenchmarks.push(name);
  }
}

const parts = [
  '# Benchmarks',
  'Written by `npm run bench` from the results of each benchmark; do not edit. The goals of each and what was measured; how, on which machine and against whom stands in its own results.',
];
const missingBenchmarks: string[] = [];
for (const { name } of BENCHMARK_AREAS) {
  const file = resolveHere(`${name}/RESULTS.md`);
  if (!existsSync(file)) {
    missingBenchmarks.push(name);
    continue;
  }
  const results = readFileSync(file, 'utf8');
  parts.push(`## [${name}](${name}/RESULTS.md)`, `\`npm run bench:${name}\``, ...readGoalTables(results));
}
writeFileSync(resolveHere('RESULTS.md'), `${parts.join('\n\n')}\n`);
process.stdout.write('\nWritten to benchmarks/RESULTS.md\n');
if (skippedNotes.length > 0)
  process.stdout.write(`Skipped; the results are those of an earlier run: ${skippedNotes.join(', ')}\n`);
if (missingBenchmarks.length > 0) process.stdout.write(`No results yet: ${missingBenchmarks.join(', ')}\n`);
if (failedBenchmarks.length > 0) {
  process.stderr.write(`These failed, and their results are those of an earlier run: ${failedBenchmarks.join(', ')}\n`);
  process.exitCode = 1;
}
