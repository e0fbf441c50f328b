import { readProgramOptions } from '../../scripts/program-options.ts';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import { formatSectionText } from '../report/report-text.ts';
import { writeResults } from '../report/write-results.ts';
import { startUpSection } from './start-up-section.ts';

const MEASURED_ROUNDS = 41;

readProgramOptions({});

const section = startUpSection(MEASURED_ROUNDS);
process.stdout.write(`${formatSectionText(section)}\n`);
writeResults('start-up', [
  '# Benchmark of the start-up',
  'Written by `npm run bench:start-up`; do not edit.',
  describeMachine([]).replace(/ \.$/, ''),
  formatSectionMarkdown(section),
]);
