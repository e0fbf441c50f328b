// This program runs every benchmark, one after another. Each writes its results, the summary in RESULTS.md, and the figures of README and docs.
// node benchmarks/main.ts [--collect] [--data <folder>]
// --collect: only writes the summary and the figures again from the existing results
// --data: folder with real documentation for the chunker; default: ../shared/data next to the project
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithUsageError, readProgramOptions } from '../scripts/program-options.ts';
import { updateFigures } from './report/figures.ts';
import { BENCHMARK_AREAS, type BenchmarkArea, readResults } from './report/results.ts';

const resolveHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { values } = readProgramOptions({ collect: { type: 'boolean' }, data: { type: 'string' } });
if (values.data !== undefined && !existsSync(values.data))
  exitWithUsageError(`--data must be a folder of real documentation (got "${values.data}", which does not exist).`);
const data = resolve(values.data ?? resolveHere('../../shared/data'));
const ARGUMENTS: Readonly<Record<BenchmarkArea, readonly string[]>> = {
  'start-up': [],
  sync: ['all'],
  chunker: ['all', '--data', data],
  service: ['all'],
  portal: [],
  sdk: [],
};

const failedBenchmarks: string[] = [];
const skippedNotes: string[] = [];
if (values.collect !== true) {
  for (const name of BENCHMARK_AREAS) {
    process.stdout.write(`\n── ${name}\n`);
    if (name === 'chunker' && values.data === undefined && !existsSync(data)) {
      process.stdout.write(
        `Skipped: ${data} does not exist. Set a folder of real documentation with --data <folder>.\n`,
      );
      skippedNotes.push(name);
      continue;
    }
    const { status } = spawnSync(process.execPath, [resolveHere(`${name}/main.ts`), ...ARGUMENTS[name]], {
      stdio: 'inherit',
    });
    if (status !== 0) failedBenchmarks.push(name);
  }
}

updateFigures();
const missingBenchmarks = BENCHMARK_AREAS.filter((area) => readResults(area) === undefined);
process.stdout.write('\nWritten to benchmarks/RESULTS.md\n');
if (skippedNotes.length > 0)
  process.stdout.write(`Skipped; the results are those of an earlier run: ${skippedNotes.join(', ')}\n`);
if (missingBenchmarks.length > 0) process.stdout.write(`No results yet: ${missingBenchmarks.join(', ')}\n`);
if (failedBenchmarks.length > 0) {
  process.stderr.write(`These failed, and their results are those of an earlier run: ${failedBenchmarks.join(', ')}\n`);
  process.exitCode = 1;
}
