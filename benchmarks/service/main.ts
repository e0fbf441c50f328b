import { writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { machine } from '../report/machine.ts';
import { sectionMarkdown } from '../report/markdown.ts';
import { sectionText } from '../report/text.ts';
import { itemOf } from './data.ts';
import { POSTGRES_SETTINGS } from './databases.ts';
import { bareRequestsPerSecond, syncsPerSecond } from './floor.ts';
import { CLIENTS, measure, type StoreFigures } from './measure.ts';
import { DEFAULTS, OptionsError, readOptions, type ServiceBenchOptions } from './options.ts';
import { itemSection, loadSection, logSection } from './sections.ts';

const results = fileURLToPath(new URL('RESULTS.md', import.meta.url));

async function run(options: ServiceBenchOptions): Promise<void> {
  const start = performance.now();
  const before = loadavg()[1] ?? 0;
  const body = JSON.stringify(itemOf(0));
  const floors = {
    syncs: syncsPerSecond(tmpdir(), options.seconds),
    bareOne: await bareRequestsPerSecond(body, 1, options.seconds),
    bareMany: await bareRequestsPerSecond(body, CLIENTS, options.seconds),
  };
  const all: StoreFigures[] = [];
  for (const store of options.stores) {
    all.push(
      await measure(store, options, (text) => {
        process.stdout.write(`${((performance.now() - start) / 1000).toFixed(0)} s: ${text}\n`);
      }),
    );
  }
  const sections = [logSection(all, options.logs), itemSection(all), loadSection(all, floors)];
  for (const section of sections) process.stdout.write(`\n${sectionText(section)}`);
  const partial =
    options.stores.length < DEFAULTS.stores.length ||
    options.logs !== DEFAULTS.logs ||
    options.items !== DEFAULTS.items;
  if (partial) return;
  const load = `${before.toFixed(1)} and ${(loadavg()[1] ?? 0).toFixed(1)}`;
  const parts = [
    '# Benchmark of the service',
    'Written by `npm run bench:service` in one run; do not edit. Compare the ratios: the absolute figures are those of one machine. With fewer logs and without writing this file: `npm run bench:service -- --logs 200000`.',
    `The service runs in its own process, as in production, without rate limits; PostgreSQL 15 on the same machine with ${POSTGRES_SETTINGS.join(', ')}, and its trigram index created after most of the logs were inserted.`,
    `${machine([]).replace(/ \.$/, '')} Five-minute load average before and after: ${load}. Duration: ${((performance.now() - start) / 60_000).toFixed(0)} minutes.`,
    ...sections.map(sectionMarkdown),
  ];
  writeFileSync(results, `${parts.join('\n\n')}\n`);
  process.stdout.write('\nWritten to benchmarks/service/RESULTS.md\n');
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof OptionsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
