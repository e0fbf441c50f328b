import { Cleanup } from '../../packages/testkit/build/index.js';
import { formatSectionText } from '../report/report-text.ts';
import { measurements } from './measurements.ts';
import { readOptions } from './options.ts';
import { runAll } from './run-all.ts';
import { MeasurementFailed } from './timing/measure-work.ts';

const cleanup = new Cleanup();

async function runBenchmark(): Promise<void> {
  const options = readOptions(measurements.keys());
  const measurement = measurements.get(options.command);
  if (!measurement) {
    const isPartial = process.argv.slice(2).some((argument) => argument !== 'all');
    return runAll(options, cleanup, isPartial);
  }
  process.stdout.write(formatSectionText(await measurement(options, cleanup)));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.close().finally(() => process.exit(1)));
}

try {
  await runBenchmark();
} catch (error) {
  if (!(error instanceof MeasurementFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await cleanup.close();
}
