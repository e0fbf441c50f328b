import type { Goal, Section } from '../report/report-section.ts';
import { computeMedian } from '../sync/measure/statistics.ts';
import { type RunningApplication, sendRequests, startApplication } from './api-processes.ts';
import { FRAMEWORKS, VARIANT_NAMES, VARIANTS, type Variant } from './sdk-variants.ts';

const MAX_CPU_US = 10;
const MAX_CPU_WITH_BODIES_US = 18;
/** The number of requests before the first measurement, in which V8 compiles the measured code. */
const WARM_UP_REQUESTS = 20_000;

export interface CpuOptions {
  readonly rounds: number;
  readonly requests: number;
}

/** CPU times per request in microseconds: the time of the bare API, and the additional time of each variant. */
type CpuFigures = Readonly<Record<Variant, number>>;

async function measureFramework(
  framework: (typeof FRAMEWORKS)[number],
  url: string,
  { rounds, requests }: CpuOptions,
): Promise<CpuFigures> {
  const runningVariants: RunningApplication[] = [];
  for (const variant of VARIANT_NAMES) runningVariants.push(await startApplication(framework, variant, url));
  for (const { port, usage } of runningVariants) {
    await sendRequests(port, WARM_UP_REQUESTS);
    await usage('flush');
  }
  const cpuTimes: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const row: number[] = [];
    for (const { port, usage } of runningVariants) {
      const usageBefore = await usage();
      await sendRequests(port, requests);
      const usageAfter = await usage('flush');
      row.push((usageAfter.cpuMicroseconds - usageBefore.cpuMicroseconds) / requests);
    }
    cpuTimes.push(row);
  }
  for (const { stop } of runningVariants) stop();
  const figures = VARIANT_NAMES.map((variant, index): [Variant, number] => {
    const addedTimes = cpuTimes.map((row) => (row[index] ?? Number.NaN) - (index === 0 ? 0 : (row[0] ?? Number.NaN)));
    return [variant, computeMedian(addedTimes)];
  });
  return Object.fromEntries(figures) as CpuFigures;
}

function createGoals(framework: string, figures: CpuFigures): Goal[] {
  const createGoal = (what: string, ours: Variant, bound: number, peer: Variant): Goal => ({
    goal: `${framework}, ${what}: at most ${bound} µs more than bare, and less than apitally`,
    measured: `${figures[ours].toFixed(1)} µs, apitally ${figures[peer].toFixed(1)} µs`,
    met: figures[ours] <= bound && figures[ours] < figures[peer],
  });
  return [
    createGoal('no bodies', 'sdk-none', MAX_CPU_US, 'apitally-counters'),
    createGoal('all bodies', 'sdk-all', MAX_CPU_WITH_BODIES_US, 'apitally-bodies'),
  ];
}

/** Measures the CPU time that each variant adds to a request. */
export async function measureCpu(url: string, options: CpuOptions): Promise<Section> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const framework of FRAMEWORKS) {
    const figures = await measureFramework(framework, url, options);
    rows.push([framework, ...VARIANT_NAMES.map((variant) => figures[variant].toFixed(1))]);
    goals.push(...createGoals(framework, figures));
  }
  return {
    title: 'Processor time',
    notes: [
      `POST with 1 kB of JSON in both directions, over HTTP on loopback, each API in its own process. The figures include all CPU time of the process: garbage collection, redaction, compression and sending. The variants take turns; medians of ${options.rounds} rounds of ${options.requests.toLocaleString('en')} requests, after ${WARM_UP_REQUESTS.toLocaleString('en')} requests.`,
      'The SDK applies the redaction rules of the service to names, values and texts; apitally masks fields by name. The SDK sends what it has queued at the end of each round; apitally sends later, so that most of its sending is not in these figures.',
    ],
    tables: [
      {
        caption: 'CPU time per request in microseconds: without an SDK, and what each variant adds',
        head: ['framework', ...VARIANT_NAMES.map((variant) => VARIANTS[variant])],
        rows,
      },
    ],
    goals,
  };
}
