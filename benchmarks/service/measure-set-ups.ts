// node benchmarks/service/measure-set-ups.ts [--logs <n>] [--clickhouse-logs <n>] [--rounds <n>] [--seconds <n>] [--set-up <name>] [--databases <folder>]
// Compares the three set-ups: SQLite, PostgreSQL, and PostgreSQL with the logs in ClickHouse.
import { writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import { formatSectionText } from '../report/report-text.ts';
import { measureBareInsertMicroseconds, measureSyncsPerSecond } from './floor-service.ts';
import { measureReceiving } from './measure-ingest.ts';
import { measureSetUp, type SetUpFigures } from './measure-set-up.ts';
import { SET_UP_TITLES, SET_UPS } from './set-up.ts';
import { readSetUpOptions } from './set-up-options.ts';
import { createReadSection, createWriteSection, type Floors } from './set-up-sections.ts';

const options = readSetUpOptions();
const start = performance.now();
const loadBefore = loadavg()[1] ?? 0;
const floors: Floors = {
  syncs: measureSyncsPerSecond(tmpdir(), 3),
  bareInsert: measureBareInsertMicroseconds(tmpdir(), 50_000),
  received: await measureReceiving(3),
};
const all: SetUpFigures[] = [];
for (const name of options.setUps) {
  all.push(
    await measureSetUp(name, options, (text) => {
      process.stdout.write(`${((performance.now() - start) / 1_000).toFixed(0)} s: ${SET_UP_TITLES[name]}: ${text}\n`);
    }),
  );
}
const sections = [
  createWriteSection(all, floors),
  createReadSection(
    'Searching logs',
    [
      'Sequential HTTP requests for the newest 100 logs, while nothing is written. CPU time is that of the service and the databases for each request.',
    ],
    all,
    ({ searches }) => searches,
  ),
  createReadSection(
    'Traffic and users',
    [
      'Sequential HTTP requests. All set-ups read counts in the database, never logs, so these times do not depend on where the logs are.',
    ],
    all,
    ({ traffic }) => traffic,
  ),
];
for (const section of sections) process.stdout.write(`\n${formatSectionText(section)}`);
if (options.setUps.length === SET_UPS.length && Math.min(...Object.values(options.logs)) >= 1_000_000) {
  const load = `${loadBefore.toFixed(1)} and ${(loadavg()[1] ?? 0).toFixed(1)}`;
  const text = [
    '# The three set-ups side by side',
    'Written by `npm run bench:set-ups` in one run; do not edit. Compare the ratios: the absolute figures are those of one machine.',
    `${describeMachine([]).replace(/ \.$/, '')} Five-minute load average before and after: ${load}; other work on the machine increases the times, but hardly the CPU times. ClickHouse is the engine of version 26.7 (\`chdb\`) in a process of its own behind an HTTP server that runs one statement at a time.`,
    ...sections.map(formatSectionMarkdown),
  ];
  writeFileSync(fileURLToPath(new URL('SET-UPS.md', import.meta.url)), `${text.join('\n\n')}\n`);
  process.stdout.write('Written to benchmarks/service/SET-UPS.md\n');
}
