import type { Goal, Section } from '../report/report-section.ts';
import { formatWhole } from '../sync/measure/statistics.ts';
import { METHODS, type Method, type RunningApplication, sendRequests, startApplication } from './api-processes.ts';
import { type Framework, listVariants, VARIANTS, type Variant } from './sdk-variants.ts';
import { type Sink, startSink } from './sink.ts';

const MAX_CPU_WITHOUT_BODIES_US = 20;
/** The number of warm-up requests before the first measurement, during which V8 compiles the measured code. */
const WARM_UP_REQUESTS = 4_000;

export interface CpuOptions {
  readonly rounds: number;
  readonly requests: number;
  readonly frameworks: readonly Framework[];
}

/** The CPU time per request in microseconds, and how many of the requests the backend received. */
interface CpuFigure {
  /** The time without an SDK for `bare`, and the additional time for every other variant. */
  readonly microseconds: number;
  readonly sent: number;
  readonly logs: number;
  readonly counted: number;
}

type CpuFigures = ReadonlyMap<Variant, CpuFigure>;

interface MeasuredVariant {
  readonly variant: Variant;
  readonly sink: Sink;
  readonly application: RunningApplication;
}

async function startVariant(framework: Framework, variant: Variant): Promise<MeasuredVariant> {
  const sink = await startSink();
  return { variant, sink, application: await startApplication(framework, variant, sink.url) };
}

async function measureCell(
  framework: Framework,
  method: Method,
  { rounds, requests }: Omit<CpuOptions, 'frameworks'>,
): Promise<CpuFigures> {
  const measured: MeasuredVariant[] = [];
  for (const variant of listVariants(framework)) measured.push(await startVariant(framework, variant));
  for (const { application } of measured) {
    await sendRequests(application.port, method, WARM_UP_REQUESTS);
    await application.usage('flush');
  }
  const times = measured.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { application }] of measured.entries()) {
      const before = await application.usage();
      await sendRequests(application.port, method, requests);
      const after = await application.usage('flush');
      times[index]?.push((after.cpuMicroseconds - before.cpuMicroseconds) / requests);
    }
  }
  for (const { application, sink } of measured) {
    application.stop();
    sink.stop();
  }
  const sent = WARM_UP_REQUESTS + rounds * requests;
  const [bareTime = Number.NaN, ...otherTimes] = times.map(getLowerQuartile);
  const microseconds = [bareTime, ...otherTimes.map((time) => time - bareTime)];
  return new Map(
    measured.map(({ variant, sink: { logs, counted } }, index) => [
      variant,
      { microseconds: microseconds[index] ?? Number.NaN, sent, logs, counted },
    ]),
  );
}

/** Returns the time that a quarter of the rounds did not exceed. Other processes only add time, because they evict the caches of the processor. */
function getLowerQuartile(times: readonly number[]): number {
  const sortedTimes = [...times].sort((a, b) => a - b);
  return sortedTimes[Math.floor((times.length - 1) / 4)] ?? Number.NaN;
}

function createGoals(name: string, figures: CpuFigures): Goal[] {
  const format = (variant: Variant) => `${(figures.get(variant)?.microseconds ?? Number.NaN).toFixed(1)} µs`;
  const getTime = (variant: Variant) => figures.get(variant)?.microseconds ?? Number.NaN;
  const goals: Goal[] = [
    {
      goal: `${name}, no bodies: at most ${MAX_CPU_WITHOUT_BODIES_US} µs more than bare`,
      measured: format('sdk-none'),
      met: getTime('sdk-none') <= MAX_CPU_WITHOUT_BODIES_US,
    },
  ];
  if (figures.has('apitally-bodies')) {
    goals.push({
      goal: `${name}, all bodies: not more than the log of apitally with bodies`,
      measured: `${format('sdk-all')}, apitally ${format('apitally-bodies')}`,
      met: getTime('sdk-all') <= getTime('apitally-bodies'),
    });
  }
  return goals;
}

/** Formats a figure together with the number of requests that the backend received. */
function formatFigure(figure: CpuFigure | undefined, variant: Variant): string {
  if (figure === undefined) return '–';
  const time = figure.microseconds.toFixed(1);
  if (variant === 'bare') return time;
  const { logs, counted } = figure;
  return variant === 'apitally-counters'
    ? `${time} (${formatWhole(counted)} counted)`
    : `${time} (${formatWhole(logs)})`;
}

/** Measures the CPU time that each variant adds to a request. */
export async function measureCpu(options: CpuOptions): Promise<Section> {
  const variants = Object.keys(VARIANTS) as Variant[];
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const framework of options.frameworks) {
    for (const method of METHODS) {
      const figures = await measureCell(framework, method, options);
      const name = `${framework} ${method}`;
      rows.push([name, ...variants.map((variant) => formatFigure(figures.get(variant), variant))]);
      goals.push(...createGoals(name, figures));
    }
  }
  const sent = WARM_UP_REQUESTS + options.rounds * options.requests;
  return {
    title: 'Processor time',
    notes: [
      `The benchmark sends HTTP requests on loopback. Each API runs in its own process. The response is 1 kB of JSON, and a POST request has a body of the same size. The figures include all CPU time of the process: garbage collection, redaction, compression and sending, which every variant does at the end of each round. The variants take turns. The figures are the lower quartiles of ${options.rounds} rounds of ${formatWhole(options.requests)} requests, after ${formatWhole(WARM_UP_REQUESTS)} requests.`,
      `Each figure is followed by the number of requests whose log or span arrived at the backend, of ${formatWhole(sent)}. apitally writes at most about 100 logs a second and omits the others, which it only counts. readmeio sends logs in batches of 30, so the last logs wait until a batch is full. The SDK applies the redaction rules of the service to names, values and texts, apitally masks fields by name, and readmeio and OpenTelemetry redact nothing. OpenTelemetry captures no bodies.`,
    ],
    tables: [
      {
        caption:
          'CPU time per request in microseconds: without an SDK, and what each variant adds (in parentheses: requests that arrived)',
        head: ['API', ...variants.map((variant) => VARIANTS[variant])],
        rows,
      },
    ],
    goals,
  };
}
