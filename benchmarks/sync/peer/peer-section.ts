import type { Cleanup } from '../../../packages/testkit/build/index.js';
import type { Section, Table } from '../../report/report-section.ts';
import { expectRun } from '../measure/expect-run.ts';
import { startFloors } from '../measure/floor.ts';
import { formatRatio, formatWhole } from '../measure/statistics.ts';
import { type Options, selectRows } from '../options.ts';
import { BenchmarkSandbox, type MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import { createPage, getPath } from '../sandbox/sample-docs.ts';
import { type Service, startService } from '../sandbox/sandbox-service.ts';
import { MeasurementFailed, measureWork, type WorkMeasurement } from '../timing/measure-work.ts';
import { type ConnectionWay, Rdme } from './rdme.ts';

const LATENCY_MS = 100;

interface PeerLine extends WorkMeasurement {
  readonly name: string;
  /** Number of requests to the platform. */
  readonly requests: number;
  /** The name of the row that this row is compared with. */
  readonly against?: string;
}

const OWN_ROW_NAME = 'ours';
const ROWS: readonly { readonly name: string; readonly way: ConnectionWay }[] = [
  { name: 'rdme, connections kept', way: 'fetch' },
  { name: 'rdme, as it is, through a proxy', way: 'proxy' },
];

/** Compares Context Sync with `rdme docs upload` for the same documents and latency. */
export async function measurePeer(options: Options, cleanup: Cleanup): Promise<Section> {
  const { documents } = options;
  const rows = options.only?.startsWith(OWN_ROW_NAME) ? [] : selectRows(ROWS, options.only);
  const sandbox = await BenchmarkSandbox.create(cleanup, { documents, latency: LATENCY_MS, extensions: false });
  const lines: PeerLine[] = [];
  const floorPrograms = await startFloors(cleanup);
  const { url } = await startService(cleanup, { latency: LATENCY_MS, extensions: false });
  lines.push({ name: 'bare node', requests: 0, ...(await floorPrograms.node()) });
  lines.push({
    name: `${documents} bare requests, 5 at a time`,
    requests: documents,
    ...(await floorPrograms.requests(url, documents, 5)),
  });

  const folder = `${sandbox.repository.path}/docs`;
  for (const row of rows) lines.push(...(await measureRdme(row.name, row.way, folder, documents, cleanup)));
  const ownLines = await measureOurs(sandbox, documents);
  return {
    title: 'Peer',
    notes: [
      `\`rdme docs upload\` uploads Markdown pages to a ReadMe project; it is the most similar published tool. ${documents} documents with one item or page each are sent to servers that respond after ${LATENCY_MS} ms. Context Sync runs with default inputs against the five specified operations; rdme runs with \`--skip-validation\`, which saves a request. Each row is one run.`,
      'rdme sends two requests for each page (GET, then POST or PATCH), one after the other, and stores nothing between runs. Neither can be configured, so its duration grows with the number of pages: one edited page takes as long as all pages. ' +
        'The URL of its API cannot be configured either. "rdme, connections kept" loads a module first that redirects its requests to the local server. "rdme, as it is, through a proxy" is unchanged and uses HTTPS_PROXY, with a local proxy that forwards every tunnel to that server.',
    ],
    tables: [createTable([...lines, ...ownLines])],
    goals: [],
  };
}

async function measureRdme(
  name: string,
  way: ConnectionWay,
  folder: string,
  documents: number,
  cleanup: Cleanup,
): Promise<PeerLine[]> {
  const service: Service = await startService(cleanup, { latency: LATENCY_MS, extensions: false });
  const rdme = await Rdme.connectTo(cleanup, service.url, way);
  const measureLine = async (what: string, against: string, work: () => Promise<string>): Promise<PeerLine> => {
    const run = await measureWork(work);
    return { name: `${name}: ${what}`, against, requests: (await service.report()).trace.length, ...run };
  };
  const lines = [await measureLine('start (--version)', 'bare node', () => rdme.version())];
  lines.push(await measureLine('first upload', `${OWN_ROW_NAME}: first sync`, () => rdme.upload(folder)));
  const unchangedRow = `${OWN_ROW_NAME}: again, nothing changed`;
  if (way === 'fetch') lines.push(await measureLine('again, nothing changed', unchangedRow, () => rdme.upload(folder)));
  const { pages } = await service.report();
  const uploads = lines.slice(1);
  if (pages !== documents || uploads.some(({ requests }) => requests !== 2 * documents)) {
    throw new MeasurementFailed(`rdme left ${pages} pages of ${documents}.`);
  }
  return lines;
}

async function measureOurs(sandbox: BenchmarkSandbox, documents: number): Promise<PeerLine[]> {
  const createLineOfRun = (description: string, run: MeasuredRun): PeerLine => ({
    ...run,
    name: `${OWN_ROW_NAME}: ${description}`,
    requests: run.service.trace.length,
  });
  const syncTotals = { titles: documents, updated: 0 };
  const firstRun = await sandbox.run();
  expectRun(firstRun, { ...syncTotals, items: documents, created: documents });
  const secondRun = await sandbox.run();
  expectRun(secondRun, { ...syncTotals, items: documents, created: 0 });
  await sandbox.edit({ [getPath(0)]: createPage(0, 1) });
  const edit = await sandbox.run();
  expectRun(edit, { ...syncTotals, items: documents + 1, created: 1 });
  return [
    createLineOfRun('first sync', firstRun),
    createLineOfRun('again, nothing changed', secondRun),
    createLineOfRun('one document edited', edit),
  ];
}

function createTable(lines: readonly PeerLine[]): Table {
  return {
    caption: 'The same documents',
    head: ['run', 'seconds', 'relative to ours', 'CPU seconds', 'requests to the platform'],
    rows: lines.map(({ name, wall, cpu, requests, against }) => {
      const otherLine = lines.find((line) => line.name === against);
      return [
        name,
        (wall / 1000).toFixed(2),
        against?.startsWith(OWN_ROW_NAME) ? formatRatio(wall, otherLine?.wall) : '',
        (cpu / 1000).toFixed(2),
        formatWhole(requests),
      ];
    }),
  };
}
