import { fileURLToPath } from 'node:url';
import { readGoalTables } from './goal-tables.ts';
import { BENCHMARK_AREAS, readResults } from './results.ts';

/** The file with the summary of all benchmarks. */
export const SUMMARY_FILE = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

/** Returns the summary: the goals of each area and the measured values. */
export function createSummary(): string {
  const parts = [
    '# Benchmarks',
    'Written from the results of each benchmark; do not edit. It lists the goals and what was measured. The results of each area describe the method, the machine and the other tools.',
  ];
  for (const area of BENCHMARK_AREAS) {
    const results = readResults(area);
    if (results !== undefined)
      parts.push(`## [${area}](${area}/RESULTS.md)`, `\`npm run bench:${area}\``, ...readGoalTables(results));
  }
  return `${parts.join('\n\n')}\n`;
}
