// This program measures the docs portal: publishing a docs folder with one push, the weight of a page, finished pages per second, the API reference and
// the search. The service runs in its own process for each database.
// node benchmarks/portal/main.ts [--store sqlite|postgres] [--only publish|search] [--pages 1000] [--texts 50000] [--operations 2000]
// RESULTS.md is written only if no option is set.
import { loadavg } from 'node:os';
import { readProgramOptions, requireInteger, selectByName } from '../../scripts/program-options.ts';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import type { Section } from '../report/report-section.ts';
import { formatSectionText } from '../report/report-text.ts';
import { writeResults } from '../report/write-results.ts';
import { STORES } from '../service/options.ts';
import { measurePublishing } from './publish-section.ts';
import { measureSearch } from './search-section.ts';

const MEASUREMENTS = ['publish', 'search'] as const;

const text = { type: 'string' } as const;
const { values } = readProgramOptions({ store: text, only: text, pages: text, texts: text, operations: text });
const stores = selectByName('--store', values.store, STORES);
const chosenMeasurements = selectByName('--only', values.only, MEASUREMENTS);
const pages = requireInteger('--pages', values.pages ?? '1000');
const texts = requireInteger('--texts', values.texts ?? '50000');
const operations = requireInteger('--operations', values.operations ?? '2000');

const start = performance.now();
const loadBefore = loadavg()[0] ?? 0;
const sections: Section[] = [];
for (const name of chosenMeasurements) {
  const section =
    name === 'publish' ? await measurePublishing(stores, pages) : await measureSearch(stores, texts, operations);
  process.stdout.write(`${formatSectionText(section)}\n`);
  sections.push(section);
}
if (Object.keys(values).length === 0) {
  const minutes = ((performance.now() - start) / 60_000).toFixed(0);
  writeResults('portal', [
    '# Benchmark of the docs portal',
    'Written by `npm run bench:portal` in one run; do not edit. Compare the ratios: the absolute figures are those of one machine.',
    `${describeMachine([]).replace(/ \.$/, '')} One-minute load average before: ${loadBefore.toFixed(1)}. Duration: ${minutes} minutes.`,
    ...sections.map(formatSectionMarkdown),
  ]);
}
