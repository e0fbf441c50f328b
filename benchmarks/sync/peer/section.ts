import type { Cleanup } from '../../../packages/testkit/build/index.js';
import type { Section, Table } from '../../report/section.ts';
import { expectRun } from '../measure/expect-run.ts';
import { floors } from '../measure/floor.ts';
import { ratio, whole } from '../measure/statistics.ts';
import { type Options, selected } from '../options.ts';
import { BenchmarkSandbox, type MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import { pageOf, pathOf } from '../sandbox/docs.ts';
import { type Service, startService } from '../sandbox/service.ts';
import { type Measured, MeasurementFailed, measured } from '../timing/measured.ts';
import { Rdme, type Way } from './rdme.ts';

const LATENCY = 100;

interface Line extends Measured {
  readonly name: string;
  /** Requests to the platform. */
  readonly requests: number;
  /** The name of the row that this row is compared with. */
  readonly against?: string;
}

const OURS = 'ours';
const ROWS: readonly { readonly name: string; readonly way: Way }[] = [
  { name: 'rdme, connections kept', way: 'fetch' },
  { name: 'rdme, as it is, through a proxy', way: 'proxy' },
];

/** Compares Context Sync with `rdme docs upload` for the same documents and latency. */
export async function peerSection(options: Options, cleanup: Cleanup): Promise<Section> {
  const { documents } = options;
  const rows = options.only?.startsWith(OURS) ? [] : selected(ROWS, options.only);
  const sandbox = await BenchmarkSandbox.create(cleanup, { documents, latency: LATENCY, extensions: false });
  const lines: Line[] = [];
  const floor = await floors(cleanup);
  const { url } = await startService(cleanup, { latency: LATENCY, extensions: false });
  lines.push({ name: 'bare node', requests: 0, ...(await floor.node()) });
  lines.push({
    name: `${documents} bare requests, 5 at a time`,
    requests: documents,
    ...(await floor.requests(url, documents, 5)),
  });

  const folder = `${sandbox.repository.path}/docs`;
  for (const row of rows) lines.push(...(await measureRdme(row.name, row.way, folder, documents, cleanup)));
  const ours = await measureOurs(sandbox, documents);
  return {
    title: 'Peer',
    notes: [
      `\`rdme docs upload\` uploads Markdown pages to a ReadMe project; it is the most similar published tool. ${documents} documents with one item or page each, sent to servers that respond after ${LATENCY} ms. Context Sync runs with default inputs against the five specified operations; rdme runs with \`--skip-validation\`, which saves a request. One run each.`,
      'rdme sends two requests for each page (GET, then POST or PATCH), one after the other, and stores nothing between runs. Neither can be configured, so its duration grows with the number of pages: one edited page takes as long as all pages. ' +
        'The address of its API cannot be configured either. "rdme, connections kept" loads a module first that redirects its requests to the local server. "rdme, as it is, through a proxy" is unchanged and uses HTTPS_PROXY, with a local proxy that forwards every tunnel to that server.',
    ],
    tables: [table([...lines, ...ours])],
    goals: [],
  };
}

async function measureRdme(
  name: string,
  way: Way,
  folder: string,
  documents: number,
  cleanup: Cleanup,
): Promise<Line[]> {
  const service: Service = await startService(cleanup, { latency: LATENCY, extensions: false });
  const rdme = await Rdme.at(cleanup, service.url, way);
  const line = async (what: string, against: string, work: () => Promise<string>): Promise<Line> => {
    const run = await measured(work);
    return { name: `${name}: ${what}`, against, requests: (await service.report()).trace.length, ...run };
  };
  const lines = [await line('start (--version)', 'bare node', () => rdme.version())];
  lines.push(await line('first upload', `${OURS}: first sync`, () => rdme.upload(folder)));
  const again = `${OURS}: again, nothing changed`;
  if (way === 'fetch') lines.push(await line('again, nothing changed', again, () => rdme.upload(folder)));
  const { pages } = await service.report();
  const uploads = lines.slice(1);
  if (pages !== documents || uploads.some(({ requests }) => requests !== 2 * documents)) {
    throw new MeasurementFailed(`rdme left ${pages} pages of ${documents}.`);
  }
  return lines;
}

async function measureOurs(sandbox: BenchmarkSandbox, documents: number): Promise<Line[]> {
  const line = (what: string, run: MeasuredRun): Line => ({
    ...run,
    name: `${OURS}: ${what}`,
    requests: run.service.trace.length,
  });
  const all = { titles: documents, updated: 0 };
  const first = await sandbox.run();
  expectRun(first, { ...all, items: documents, created: documents });
  const again = await sandbox.run();
  expectRun(again, { ...all, items: documents, created: 0 });
  await sandbox.edit({ [pathOf(0)]: pageOf(0, 1) });
  const edit = await sandbox.run();
  expectRun(edit, { ...all, items: documents + 1, created: 1 });
  return [line('first sync', first), line('again, nothing changed', again), line('one document edited', edit)];
}

function table(lines: readonly Line[]): Table {
  return {
    caption: 'The same documents',
    head: ['run', 'seconds', 'relative to ours', 'CPU seconds', 'requests to the platform'],
    rows: lines.map(({ name, wall, cpu, requests, against }) => {
      const other = lines.find((line) => line.name === against);
      return [
        name,
        (wall / 1000).toFixed(2),
        against?.startsWith(OURS) ? ratio(wall, other?.wall) : '',
        (cpu / 1000).toFixed(2),
        whole(requests),
      ];
    }),
  };
}
