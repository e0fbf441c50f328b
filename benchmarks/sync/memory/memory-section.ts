import type { Cleanup } from '../../../packages/testkit/build/index.js';
import type { Goal, Section } from '../../report/report-section.ts';
import { expectRun } from '../measure/expect-run.ts';
import { formatWhole } from '../measure/statistics.ts';
import { type Options, selectRows } from '../options.ts';
import { BenchmarkSandbox, type MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import { createPeakMeter } from './peak-memory.ts';

const MAX_MEBIBYTES = 600;
/**
 * The numbers of documents. The goal applies to the largest number, and the other numbers show how the memory grows.
 */
const ROWS = [10, 1_000, 20_000].map((size) => ({ size, name: `${formatWhole(size)} documents` }));

/** Measures the peak memory of first syncs. */
export async function measureMemory(options: Options, cleanup: Cleanup): Promise<Section> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const { size, name } of selectRows(ROWS, options.only)) {
    const { mebibytes, run } = await measureFirstSync(size, cleanup);
    rows.push([name, formatWhole(mebibytes), formatWhole(run.cpu), (run.wall / 1000).toFixed(1)]);
    if (size === ROWS.at(-1)?.size)
      goals.push({
        goal: `first sync of ${name}: at most ${MAX_MEBIBYTES} MiB`,
        measured: `${formatWhole(mebibytes)} MiB`,
        met: mebibytes <= MAX_MEBIBYTES,
      });
  }
  return {
    title: 'Memory',
    notes: [
      'The benchmark measures first syncs of small documents with one item each, to a local server with the five operations and no latency, with 50 concurrent requests. Memory is the peak resident set of the Node process, without the git processes; CPU and time include the git processes. Each row is one run.',
    ],
    tables: [{ caption: 'First syncs', head: ['documents', 'MiB at most', 'ms of CPU', 's'], rows }],
    goals,
  };
}

async function measureFirstSync(size: number, cleanup: Cleanup): Promise<{ mebibytes: number; run: MeasuredRun }> {
  const sandbox = await BenchmarkSandbox.create(cleanup, { documents: size, latency: 0, extensions: false });
  const memory = await createPeakMeter(cleanup);
  await sandbox.configure({ concurrency: 50 });
  const run = await sandbox.run({}, memory.env);
  expectRun(run, { items: size, titles: size, created: size, updated: 0 });
  return { mebibytes: await memory.mebibytes(), run };
}
