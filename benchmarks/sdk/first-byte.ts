import { Agent, request } from 'node:http';
import type { Section } from '../report/report-section.ts';
import { computeMedian } from '../sync/measure/statistics.ts';
import { startApplication } from './api-processes.ts';
import { VARIANTS, type Variant } from './sdk-variants.ts';
import { startSink } from './sink.ts';

const MAX_DELAY_MS = 1;
const MEASURED_ROUNDS = 300;
const MEASURED_VARIANTS = ['bare', 'sdk-all'] as const satisfies readonly Variant[];

/** Returns the milliseconds until the first byte of a response. */
function measureFirstByteMs(port: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sentRequest = request({ host: '127.0.0.1', port, agent }, (res) => {
      res.once('data', () => {
        const ms = performance.now() - start;
        res.resume();
        res.on('end', () => resolve(ms));
      });
    });
    sentRequest.on('error', reject);
    sentRequest.end();
  });
}

/** Measures how much later the first byte of a streamed response arrives. */
export async function measureFirstByte(): Promise<Section> {
  const agent = new Agent({ keepAlive: true });
  const sink = await startSink();
  const runningVariants = await Promise.all(
    MEASURED_VARIANTS.map((variant) => startApplication('stream', variant, sink.url)),
  );
  const timesByVariant = MEASURED_VARIANTS.map((): number[] => []);
  for (let round = 0; round < MEASURED_ROUNDS; round += 1) {
    for (const [at, { port }] of runningVariants.entries())
      timesByVariant[at]?.push(await measureFirstByteMs(port, agent));
  }
  agent.destroy();
  for (const { stop } of runningVariants) stop();
  sink.stop();
  const medians = timesByVariant.map(computeMedian);
  const delay = (medians[1] ?? Number.NaN) - (medians[0] ?? Number.NaN);
  return {
    title: 'First byte of a stream',
    notes: [
      `A \`node:http\` response of two chunks, the second one 20 ms after the first, whose body is captured. The variants take turns; medians of ${MEASURED_ROUNDS} requests.`,
    ],
    tables: [
      {
        caption: 'Milliseconds until the first byte arrives',
        head: ['variant', 'ms'],
        rows: MEASURED_VARIANTS.map((variant, index) => [VARIANTS[variant], (medians[index] ?? Number.NaN).toFixed(2)]),
      },
    ],
    goals: [
      { goal: `at most ${MAX_DELAY_MS} ms later`, measured: `${delay.toFixed(2)} ms`, met: delay <= MAX_DELAY_MS },
    ],
  };
}
