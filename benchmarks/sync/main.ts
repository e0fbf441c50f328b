import { Cleanup } from '../../packages/testkit/build/index.js';
import { formatSectionText } from '../report/report-text.ts';
import { measurements } from './measurements.ts';
import { readOptions, USAGE, UsageError } from './options.ts';
import { runAll } from './run-all.ts';
import { MeasurementFailed } from './timing/measure-work.ts';

const cleanup = new Cleanup();

async function runBenchmark(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.command === 'all') {
    if (options.only !== undefined) throw new UsageError(`--only needs a measurement.\n${USAGE}`);
    return runAll(
      options,
      cleanup,
      args.some((argument) => argument !== 'all'),
    );
  }
  const measurement = measurements.get(options.command);
  if (!measurement) throw new UsageError(USAGE);
  process.stdout.write(formatSectionText(await measurement(options, cleanup)));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.close().finally(() => process.exit(1)));
}

try {
  await runBenchmark(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof MeasurementFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await cleanup.close();
}
