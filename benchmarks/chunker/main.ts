import { writeFileSync } from 'node:fs';
import { formatSectionText } from '../report/report-text.ts';
import { UnknownChunkerError } from './chunkers/select-chunkers.ts';
import { checkData, MissingDataError } from './data/data-folder.ts';
import { measurements } from './measurements.ts';
import { readOptions, USAGE, UsageError } from './options.ts';
import { MeasurementError, runAll } from './run-all.ts';

async function runBenchmark(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.command === 'all') {
    checkData(options.data);
    await runAll(args.filter((argument) => argument !== 'all'));
    return;
  }
  const measurement = measurements.get(options.command);
  if (!measurement) throw new UsageError(USAGE);
  // Warnings are not printed, because some chunkers log a warning for every long line.
  console.warn = () => {};
  const section = await (await measurement.load())(options);
  process.stdout.write(formatSectionText(section));
  if (options.json) writeFileSync(options.json, JSON.stringify(section));
}

try {
  await runBenchmark(process.argv.slice(2));
} catch (error) {
  const isUserError = [UsageError, MissingDataError, UnknownChunkerError, MeasurementError].some(
    (kind) => error instanceof kind,
  );
  if (!isUserError) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
