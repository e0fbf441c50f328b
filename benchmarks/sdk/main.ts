// node benchmarks/sdk/main.ts [--rounds <n>] [--requests <n>]: what the capture SDK costs an API, beside apitally in the same run.
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../report/machine.ts';
import { sectionMarkdown } from '../report/markdown.ts';
import type { Goal, Section, Table } from '../report/section.ts';
import { sectionText } from '../report/text.ts';
import { firstByteMs, sendRequests, startApplication, startSink } from './load.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, requests: { type: 'string', default: '4000' } },
});
const ROUNDS = Number(values.rounds);
const REQUESTS = Number(values.requests);
const FRAMEWORKS = ['hono', 'express', 'fastify'] as const;
const VARIANTS = ['bare', 'ours-none', 'ours-errors', 'ours-bodies', 'apitally-counters', 'apitally-bodies'] as const;
const MAX_CPU_US = 10;
const MAX_CPU_WITH_BODIES_US = 18;
const MAX_MEMORY_MB = 64;
const MAX_FIRST_BYTE_MS = 1;

type Variant = (typeof VARIANTS)[number];

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** Processor time of a request in microseconds, for each variant: medians over rounds in which the variants take turns. */
async function measureCpu(framework: string, url: string): Promise<Map<Variant, number>> {
  const running = await Promise.all(VARIANTS.map((variant) => startApplication(framework, variant, url)));
  const times = VARIANTS.map((): number[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, { port, usage }] of running.entries()) {
      const before = await usage();
      await sendRequests(port, REQUESTS);
      // What is queued is sent within two seconds, and belongs to the requests.
      await new Promise((resolve) => setTimeout(resolve, 2_200));
      const after = await usage();
      if (round >= 0) times[index]?.push((after.cpuMicroseconds - before.cpuMicroseconds) / REQUESTS);
    }
  }
  for (const { stop } of running) stop();
  return new Map(VARIANTS.map((variant, index) => [variant, median(times[index] ?? [])]));
}

async function cpuSection(url: string): Promise<Section> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const framework of FRAMEWORKS) {
    const cpu = await measureCpu(framework, url);
    const of = (variant: Variant) => cpu.get(variant) ?? Number.NaN;
    const added = (variant: Variant) => of(variant) - of('bare');
    rows.push([framework, of('bare').toFixed(1), ...VARIANTS.slice(1).map((variant) => added(variant).toFixed(1))]);
    const goal = (what: string, variant: Variant, bound: number, peer: Variant): Goal => ({
      goal: `${framework}, ${what}: at most ${bound} µs, and less than apitally`,
      measured: `${added(variant).toFixed(1)} µs (apitally ${added(peer).toFixed(1)})`,
      met: added(variant) <= bound && added(variant) < added(peer),
    });
    goals.push(
      goal('without bodies', 'ours-none', MAX_CPU_US, 'apitally-counters'),
      goal('with all bodies', 'ours-bodies', MAX_CPU_WITH_BODIES_US, 'apitally-bodies'),
    );
  }
  const table: Table = {
    caption: 'Processor time of a request in µs; what each variant adds to the bare API',
    head: [
      'framework',
      'bare',
      'no bodies',
      'bodies of errors',
      'all bodies',
      'apitally, counters',
      'apitally, bodies',
    ],
    rows,
  };
  const notes = [
    `POST with 1 kB of JSON both ways, over HTTP on loopback, each API in a process of its own; all processor time of the process counts, with redaction, compression and sending. The variants take turns; medians of ${ROUNDS} rounds of ${REQUESTS.toLocaleString('en')} requests.`,
    'Apitally masks by the names of fields; the SDK applies all rules of the service, also to texts.',
  ];
  return { title: 'Processor time', notes, tables: [table], goals };
}

async function memorySection(): Promise<Section> {
  // Nothing listens there.
  const away = 'http://127.0.0.1:9';
  const measure = async (variant: string) => {
    const { port, usage, stop } = await startApplication('hono', variant, away);
    await sendRequests(port, 30_000);
    const { rss } = await usage();
    stop();
    return rss;
  };
  const [bare, ours] = [await measure('bare'), await measure('ours-bodies')];
  const added = (ours - bare) / 1e6;
  return {
    title: 'Memory while the service is away',
    notes: ['Resident memory after 30,000 requests with all bodies, when the queue has been full for most of them.'],
    tables: [
      {
        caption: 'MB',
        head: ['variant', 'MB'],
        rows: [
          ['bare', megabytes(bare)],
          ['all bodies', megabytes(ours)],
        ],
      },
    ],
    goals: [
      {
        goal: `at most ${MAX_MEMORY_MB} MB more than bare`,
        measured: `${added.toFixed(0)} MB`,
        met: added <= MAX_MEMORY_MB,
      },
    ],
  };
}

async function firstByteSection(url: string): Promise<Section> {
  const agent = new Agent({ keepAlive: true });
  const variants = ['bare', 'ours-bodies'] as const;
  const running = await Promise.all(variants.map((variant) => startApplication('stream', variant, url)));
  const times = variants.map((): number[] => []);
  for (let round = 0; round < 200; round += 1) {
    for (const [index, { port }] of running.entries()) times[index]?.push(await firstByteMs(port, agent));
  }
  agent.destroy();
  for (const { stop } of running) stop();
  const [bare = Number.NaN, ours = Number.NaN] = times.map(median);
  return {
    title: 'First byte of a stream',
    notes: ['A response of two chunks, 20 ms apart, whose body is captured. Medians of 200 by turns.'],
    tables: [
      {
        caption: 'Milliseconds',
        head: ['variant', 'ms'],
        rows: [
          ['bare', bare.toFixed(2)],
          ['all bodies', ours.toFixed(2)],
        ],
      },
    ],
    goals: [
      {
        goal: `at most ${MAX_FIRST_BYTE_MS} ms later`,
        measured: `${(ours - bare).toFixed(2)} ms`,
        met: ours - bare <= MAX_FIRST_BYTE_MS,
      },
    ],
  };
}

const sink = await startSink();
const sections: Section[] = [];
for (const measure of [firstByteSection, memorySection, cpuSection]) {
  const section = await measure(sink.url);
  process.stdout.write(`${sectionText(section)}\n`);
  sections.push(section);
}
sink.stop();
const parts = [
  '# The capture SDK, measured',
  'Written by `npm run bench:sdk`; do not edit.',
  machine(['apitally', 'hono', 'express', 'fastify']),
  ...sections.map(sectionMarkdown),
];
writeFileSync(fileURLToPath(new URL('RESULTS.md', import.meta.url)), `${parts.join('\n\n')}\n`);
