import type { Section } from '../report/report-section.ts';
import { sendRequests, startApplication, type Usage } from './api-processes.ts';
import { VARIANTS, type Variant } from './sdk-variants.ts';

const MAX_ADDED_MB = 24;
/** A URL at which no server listens. */
const UNAVAILABLE_URL = 'http://127.0.0.1:9';
const MEASURED_VARIANTS = [
  'bare',
  'sdk-none',
  'sdk-all',
  'apitally-bodies',
  'readmeio',
  'otel',
] as const satisfies readonly Variant[];
/** The factor by which the timers of the API run faster than normal. */
const TIMER_SPEED = 100;
/** Duration of the measurement in milliseconds: an hour of the accelerated timers. */
const MIN_MS = 3_600_000 / TIMER_SPEED;
const ROUND_REQUESTS = 3_000;

/** The memory of an application with one variant of capturing. */
interface MemoryFigures {
  readonly variant: Variant;
  /** The largest resident memory after any round, in bytes. */
  readonly peak: number;
  readonly last: Usage;
}

const formatMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

async function measureVariants(requests: number): Promise<MemoryFigures[]> {
  const applications = await Promise.all(
    MEASURED_VARIANTS.map((variant) => startApplication('express', variant, UNAVAILABLE_URL, TIMER_SPEED)),
  );
  const usagesByVariant = MEASURED_VARIANTS.map((): Usage[] => []);
  const start = performance.now();
  for (let sentCount = 0; sentCount < requests; sentCount += ROUND_REQUESTS) {
    for (const [at, { port, usage }] of applications.entries()) {
      await sendRequests(port, 'POST', ROUND_REQUESTS);
      usagesByVariant[at]?.push(await usage());
    }
    const dueTime = start + (MIN_MS * Math.min(requests, sentCount + ROUND_REQUESTS)) / requests;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueTime - performance.now())));
  }
  for (const { stop } of applications) stop();
  return MEASURED_VARIANTS.map((variant, index): MemoryFigures => {
    const variantUsages = usagesByVariant[index] ?? [];
    const last = variantUsages.at(-1);
    if (last === undefined) throw new Error('No round measured the memory.');
    return { variant, peak: Math.max(...variantUsages.map(({ rss }) => rss)), last };
  });
}

/** Measures the memory of an API while the service does not respond for an hour. */
export async function measureMemory(requests: number): Promise<Section> {
  const figures = await measureVariants(requests);
  const getPeak = (variant: Variant) => figures.find((each) => each.variant === variant)?.peak ?? Number.NaN;
  const addedMegabytes = (getPeak('sdk-all') - getPeak('bare')) / 1e6;
  return {
    title: 'Memory while the service is unavailable',
    notes: [
      `The Express API receives the same POST requests as for the CPU time, ${requests.toLocaleString('en')} for each variant, while nothing listens at the URL of the service. The timers of the API run ${TIMER_SPEED} times as fast as usual, so that at least an hour of retries takes place. The memory is read every ${ROUND_REQUESTS.toLocaleString('en')} requests, without a forced garbage collection. The queue of the SDK is full for most of the time.`,
    ],
    tables: [
      {
        caption: 'MB: peak resident memory, and the memory at the end',
        head: ['variant', 'most resident', 'resident', 'heap used', 'external', 'in buffers'],
        rows: figures.map(({ variant, peak, last }) => [
          VARIANTS[variant],
          ...[peak, last.rss, last.heapUsed, last.external, last.arrayBuffers].map(formatMegabytes),
        ]),
      },
    ],
    goals: [
      {
        goal: `peak resident memory: at most ${MAX_ADDED_MB} MB more than bare`,
        measured: `${addedMegabytes.toFixed(0)} MB`,
        met: addedMegabytes <= MAX_ADDED_MB,
      },
    ],
  };
}
