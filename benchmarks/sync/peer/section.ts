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
  /** The row that it is compared with. */
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
      `\`rdme docs upload\` puts Markdown pages into a ReadMe project: the nearest thing that is published. ${documents} documents, one item or page each, to servers that answer after ${LATENCY} ms; ours with default inputs against the five operations, rdme with \`--skip-validation\`, which saves it a request. One run of each.`,
      'Its requests go one after the other, two for each page (GET, then POST or PATCH), and it remembers nothing between two runs; there is no setting for either, and its time grows with the number of pages: one edited page costs it as much as all. ' +
        'No setting takes another address: under RDME_LOCALHOST it speaks to api.readme.local:3000, which does not resolve. "Connections kept" is rdme with a module loaded before it that sends its requests to the server on loopback instead; "as it is" is rdme unchanged, with HTTPS_PROXY naming a proxy on loopback that leads every tunnel to that server.',
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
    head: ['run', 's', 'against ours', 's of CPU', 'requests to the platform'],
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
