import { writeFileSync } from 'node:fs';
import { formatSectionText } from '../report/report-text.ts';
import { checkData } from './data/data-folder.ts';
import { measurements } from './measurements.ts';
import { readOptions } from './options.ts';
import { MeasurementError, runAll } from './run-all.ts';

async function runBenchmark(): Promise<void> {
  const options = readOptions(measurements.keys());
  const measurement = measurements.get(options.command);
  if (!measurement) {
    checkData(options.data);
    await runAll(process.argv.slice(2).filter((argument) => argument !== 'all'));
    return;
  }
  // Warnings are not printed, because some chunkers log a warning for every long line.
  console.warn = () => {};
  const section = await (await measurement.load())(options);
  process.stdout.write(formatSectionText(section));
  if (options.json) writeFileSync(options.json, JSON.stringify(section));
}

try {
  await runBenchmark();
} catch (error) {
  if (!(error instanceof MeasurementError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
