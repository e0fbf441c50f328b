import { loadavg, tmpdir } from 'node:os';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import { formatSectionText } from '../report/report-text.ts';
import { writeResults } from '../report/write-results.ts';
import { POSTGRES_SETTINGS } from './databases.ts';
import { measureBareInsertMicroseconds, measureBareRequestsPerSecond, measureSyncsPerSecond } from './floor-service.ts';
import { CONCURRENT_CLIENTS, measure, type StoreFigures } from './measure-store.ts';
import { DEFAULTS, readOptions, type ServiceBenchOptions } from './options.ts';
import { createItem } from './sample-data.ts';
import { createItemSection, loadSection, logSection } from './service-sections.ts';
import { createTrafficSection } from './traffic-section.ts';

/** Number of rows for the measurement of inserts without the service. */
const FLOOR_ROWS = 50_000;

async function run(options: ServiceBenchOptions): Promise<void> {
  const start = performance.now();
  const loadBefore = loadavg()[1] ?? 0;
  const body = JSON.stringify(createItem(0));
  const floors = {
    syncs: measureSyncsPerSecond(tmpdir(), options.seconds),
    bareOne: await measureBareRequestsPerSecond(body, 1, options.seconds),
    bareMany: await measureBareRequestsPerSecond(body, CONCURRENT_CLIENTS, options.seconds),
    bareInsert: measureBareInsertMicroseconds(tmpdir(), FLOOR_ROWS),
  };
  const storeFigures: StoreFigures[] = [];
  for (const store of options.stores) {
    storeFigures.push(
      await measure(store, options, (text) => {
        process.stdout.write(`${((performance.now() - start) / 1000).toFixed(0)} s: ${text}\n`);
      }),
    );
  }
  const sections = [
    logSection(storeFigures, options.logs),
    createTrafficSection(storeFigures, options.logs, floors.bareInsert),
    createItemSection(storeFigures),
    loadSection(storeFigures, floors),
  ];
  for (const section of sections) process.stdout.write(`\n${formatSectionText(section)}`);
  const partialNote =
    options.stores.length < DEFAULTS.stores.length ||
    options.logs !== DEFAULTS.logs ||
    options.items !== DEFAULTS.items;
  if (partialNote) return;
  const load = `${loadBefore.toFixed(1)} and ${(loadavg()[1] ?? 0).toFixed(1)}`;
  writeResults('service', [
    '# Benchmark of the service',
    'Written by `npm run bench:service` in one run; do not edit. Compare the ratios: the absolute figures are those of one machine. To run it with fewer logs and without writing this file: `npm run bench:service -- --logs 200000`.',
    `The service runs in its own process, as in production, without rate limits. PostgreSQL 15 runs on the same machine with ${POSTGRES_SETTINGS.join(', ')}, and its trigram index was created after most of the logs were inserted. The logs are written by the store of the service, in batches of 1,000, so that all counts exist.`,
    `${describeMachine([]).replace(/ \.$/, '')} Five-minute load average before and after: ${load}. Duration: ${((performance.now() - start) / 60_000).toFixed(0)} minutes.`,
    ...sections.map(formatSectionMarkdown),
  ]);
}

await run(readOptions());
