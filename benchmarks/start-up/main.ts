import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import { formatSectionText } from '../report/report-text.ts';
import { startUpSection } from './start-up-section.ts';

const MEASURED_ROUNDS = 41;

const section = startUpSection(MEASURED_ROUNDS);
process.stdout.write(`${formatSectionText(section)}\n`);
const parts = [
  '# The start, measured',
  'Written by `npm run bench:start-up`; do not edit.',
  describeMachine([]).replace(/ \.$/, ''),
  formatSectionMarkdown(section),
];
writeFileSync(fileURLToPath(new URL('RESULTS.md', import.meta.url)), `${parts.join('\n\n')}\n`);
process.stdout.write('Written to benchmarks/start-up/RESULTS.md\n');
