import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BenchmarkArea, type ResultRows, readColumn, readNumber, readResults, readTable } from './results.ts';
import { createSummary, SUMMARY_FILE } from './summary.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAX_LINE_LENGTH = 140;

/** The pages that contain figures, between `<!-- figures: name -->` and `<!-- end of figures -->`. */
const PAGES_WITH_FIGURES = [
  'README.md',
  'docs/how-to/big-first-sync.md',
  'docs/how-to/capture-traffic.md',
  'docs/how-to/operate-the-service.md',
];
const MARKED_FIGURES = /<!-- figures: ([\w-]+) -->[\s\S]*?<!-- end of figures -->/g;

const getTable = (area: BenchmarkArea, section: string, caption?: string) =>
  readTable(readResults(area) ?? '', section, caption);
const round = (value: number, digits: number) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const formatRange = (values: readonly number[], digits: number) =>
  `${round(Math.min(...values), digits)} to ${round(Math.max(...values), digits)}`;
/** Returns a rate in two significant digits, because the next digits differ from run to run. */
const formatRate = (value: number) => Number(value.toPrecision(2)).toLocaleString('en');

/** Returns the number in a column that has different names in different versions of the benchmark. */
const readEither = (table: ResultRows, row: string, columns: readonly string[]) =>
  readNumber(table, row, columns.find((name) => table.get(row)?.has(name)) ?? columns[0] ?? '');

function readPeer() {
  const table = getTable('sync', 'Peer');
  const getSeconds = (row: string) => readEither(table, row, ['seconds', 's']);
  const getRequests = (row: string) => readNumber(table, row, 'requests to the platform');
  const [ownFirst, ownEdit] = ['ours: first sync', 'ours: one document edited'];
  const rdme = 'rdme, connections kept: first upload';
  return {
    firstSeconds: round(getSeconds(ownFirst), 1),
    editSeconds: round(getSeconds(ownEdit), 1),
    editRequests: round(getRequests(ownEdit), 0),
    rdmeSeconds: round(getSeconds(rdme), 1),
    rdmeRequests: round(getRequests(rdme), 0),
  };
}

/** Describes for how many questions the first five items contain the answer, compared with each other chunker at the same mean item size. */
function describeRetrieval(): string {
  const results = readResults('chunker') ?? '';
  const [, queries] = /(\d+) queries on (\d+) pages/.exec(results) ?? [];
  const section = 'Retrieval';
  const own = readTable(results, section, 'same mean as ours at its default');
  const peers = [...own.keys()].filter((name) => name !== 'ours');
  const bestRecall = Math.max(...peers.map((name) => readNumber(own, name, 'R@5')));
  const otherNames = [
    ...results.matchAll(/^\*\*(ours brought to the mean of (.+), which cannot reach our mean)\*\*$/gm),
  ]
    .filter(([, caption = '']) => results.indexOf(caption) < results.indexOf('\n## Replay'))
    .map(([, caption = '', name = '']) => {
      const table = readTable(results, section, caption);
      return `${name} finds ${round(readNumber(table, name, 'R@5'), 1)} % (ours: ${round(readNumber(table, 'ours', 'R@5'), 1)} %)`;
    });
  const suffix =
    otherNames.length === 0 ? '' : ` At the smaller mean size of two others, ${otherNames.join(', and ')}.`;
  return (
    `- For ${round(readNumber(own, 'ours', 'R@5'), 1)} % of ${queries} questions about real documentation, the answer is in the first five items. With items of the same mean size, ` +
    `the best of ${peers.length} other chunkers reaches ${round(bestRecall, 1)} %.${suffix} The standard error is two points.`
  );
}

function describePushes(): string {
  const table = getTable('sync', 'Pushes', 'no-op');
  const [few, many] = ['10', '50,000'].map((row) => round(readNumber(table, row, 'ms') / 1000, 2));
  return `- A push that changes no docs takes ${few} s with 10 documents and ${many} s with 50,000, and sends nothing to the platform.`;
}

function describePeer(): string {
  const { firstSeconds, editSeconds, editRequests, rdmeSeconds, rdmeRequests } = readPeer();
  return `- A first sync of 100 documents takes ${firstSeconds} s; \`rdme docs upload\` takes ${rdmeSeconds} s. After an edit of one document, Context Sync takes ${editSeconds} s and ${editRequests} requests; \`rdme\` sends ${rdmeRequests}.`;
}

const readLogSearches = () => readColumn(getTable('service', 'Searching 5,000,000 logs', 'Searches'), 'sqlite p99');
const readMetricReads = () => readColumn(getTable('service', 'Metrics of', 'Reads'), 'sqlite p99');
const readWrites = () =>
  readNumber(getTable('service', 'Requests a second', 'Requests'), 'POST /context, 32 at a time', 'sqlite a second');

function describeService(): string {
  const searches = readLogSearches();
  return `- With SQLite and five million logs on two processors, ${searches.length} kinds of search take ${formatRange(searches, 0)} ms, and reports of metrics ${formatRange(readMetricReads(), 0)} ms while new logs come in (p99 of each).`;
}

function describeScale(): string {
  const searches = readLogSearches();
  return `On a machine with two processors, one process with SQLite stores ${formatRate(readWrites())} context items a second, each flushed to the disk before its response. Of ${searches.length} kinds of search over five million logs, the fastest takes ${round(Math.min(...searches), 0)} ms and the slowest ${round(Math.max(...searches), 0)} ms (p99).`;
}

const readSdkColumn = (column: string) => formatRange(readColumn(getTable('sdk', 'Processor time'), column), 0);

function describeSdk(): string {
  return `- The capture SDK adds ${readSdkColumn('SDK, no bodies')} µs of CPU time to a request, or ${readSdkColumn('SDK, all bodies')} µs if it captures all bodies, depending on the framework.`;
}

function describeSdkCost(): string {
  return `In the [benchmark](../../benchmarks/sdk/RESULTS.md), the SDK adds ${readSdkColumn('SDK, no bodies')} µs of CPU time to each request without bodies, and ${readSdkColumn('SDK, all bodies')} µs with all bodies, which are redacted and compressed.`;
}

function describeFirstSync(): string {
  const table = getTable('sync', 'First sync', 'Against the ideal');
  const small = readNumber(table, '1,000 items, default inputs', 's');
  const large = readNumber(table, '10,000 items, 20 at a time', 's');
  return `With the default of five concurrent requests and a platform that responds in 100 ms, 1,000 items take ${round(small, 0)} seconds. With 20 concurrent requests, 10,000 items take ${round(large, 0)} seconds.`;
}

/** Returns how many runs `npm run crashes` kills on each server. */
function readKills(): string {
  const [, kills] =
    /kills: \{ type: 'string', default: '(\d+)' \}/.exec(readFileSync(join(ROOT, 'scripts/crash-matrix.ts'), 'utf8')) ??
    [];
  if (kills === undefined) throw new Error('scripts/crash-matrix.ts has no default of --kills');
  return kills;
}

/** The figures by name. A text that starts with a line break is a paragraph or list; any other text is part of a line. */
const FIGURES: Readonly<Record<string, () => string>> = {
  'edit-requests': () => readPeer().editRequests,
  'rdme-requests': () => readPeer().rdmeRequests,
  kills: readKills,
  'first-sync': () => formatBlock(describeFirstSync()),
  scale: () => formatBlock(describeScale()),
  'sdk-cost': () => formatBlock(describeSdkCost()),
  benchmarks: () =>
    formatBlock([describePushes(), describePeer(), describeRetrieval(), describeService(), describeSdk()].join('\n')),
};

/** Wraps the lines of a text, and surrounds it with line breaks. */
function formatBlock(text: string): string {
  const wrappedLines = text.split('\n').map((line) => {
    const indent = line.startsWith('- ') ? '  ' : '';
    const lines: string[] = [];
    for (const word of line.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < MAX_LINE_LENGTH)
        lines.splice(-1, 1, last === '' ? word : `${last} ${word}`);
      else lines.push(last === undefined ? word : `${indent}${word}`);
    }
    return lines.join('\n');
  });
  return `\n${wrappedLines.join('\n')}\n`;
}

/**
 * Returns the text with current figures between the markers.
 * @throws Error if a marker has an unknown name
 */
export function fillFigures(text: string, figures: Readonly<Record<string, () => string>> = FIGURES): string {
  return text.replaceAll(MARKED_FIGURES, (_, name: string) => {
    const getText = figures[name];
    if (!getText) throw new Error(`there are no figures named "${name}"`);
    return `<!-- figures: ${name} -->${getText()}<!-- end of figures -->`;
  });
}

/** Returns the files whose figures differ from the results, with their new texts: the summary, the README and pages of the docs. */
function listOutdated(): ReadonlyMap<string, string> {
  const expected = new Map([[SUMMARY_FILE, createSummary()]]);
  for (const page of PAGES_WITH_FIGURES) {
    const file = join(ROOT, page);
    expected.set(file, fillFigures(readFileSync(file, 'utf8')));
  }
  return new Map([...expected].filter(([file, text]) => readFileSync(file, 'utf8') !== text));
}

/** Returns the files whose figures differ from the results, relative to the root of the repository. */
export function listOutdatedFiles(): string[] {
  return [...listOutdated().keys()].map((file) => relative(ROOT, file));
}

/**
 * Writes the summary, and the figures of README and docs, from the current results.
 * @returns the changed files, relative to the root of the repository
 */
export function updateFigures(): string[] {
  const outdated = listOutdated();
  for (const [file, text] of outdated) writeFileSync(file, text);
  return [...outdated.keys()].map((file) => relative(ROOT, file));
}
