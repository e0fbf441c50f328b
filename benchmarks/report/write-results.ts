import { writeFileSync } from 'node:fs';
import { updateFigures } from './figures.ts';
import { type BenchmarkArea, getResultsFile } from './results.ts';

/** Writes the results of an area, and from them the summary and the figures of README and docs. */
export function writeResults(area: BenchmarkArea, parts: readonly string[]): void {
  writeFileSync(getResultsFile(area), `${parts.join('\n\n')}\n`);
  const files = [`benchmarks/${area}/RESULTS.md`, ...updateFigures()];
  process.stdout.write(`Written to ${files.join(', ')}\n`);
}
