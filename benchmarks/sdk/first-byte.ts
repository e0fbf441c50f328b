import { Agent, request } from 'node:http';
import type { Section } from '../report/section.ts';
import { median } from '../sync/measure/statistics.ts';
import { startApplication } from './processes.ts';
import { VARIANTS, type Variant } from './variants.ts';

const MAX_DELAY_MS = 1;
const ROUNDS = 300;
const MEASURED = ['bare', 'sdk-all'] as const satisfies readonly Variant[];

/** Returns the milliseconds until the first byte of a response. */
function firstByteMs(port: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const sent = request({ host: '127.0.0.1', port, agent }, (res) => {
      res.once('data', () => {
        const ms = performance.now() - start;
        res.resume();
        res.on('end', () => resolve(ms));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Measures how much later the first byte of a streamed response arrives. */
export async function firstByteSection(url: string): Promise<Section> {
  const agent = new Agent({ keepAlive: true });
  const running = await Promise.all(MEASURED.map((variant) => startApplication('stream', variant, url)));
  const times = MEASURED.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { port }] of running.entries()) times[at]?.push(await firstByteMs(port, agent));
  }
  agent.destroy();
  for (const { stop } of running) stop();
  const medians = times.map(median);
  const delay = (medians[1] ?? Number.NaN) - (medians[0] ?? Number.NaN);
  return {
    title: 'First byte of a stream',
    notes: [
      `A \`node:http\` response of two chunks, the second one 20 ms after the first, whose body is captured. The variants take turns; medians of ${ROUNDS} requests.`,
    ],
    tables: [
      {
        caption: 'Milliseconds until the first byte arrives',
        head: ['variant', 'ms'],
        rows: MEASURED.map((variant, at) => [VARIANTS[variant], (medians[at] ?? Number.NaN).toFixed(2)]),
      },
    ],
    goals: [
      { goal: `at most ${MAX_DELAY_MS} ms later`, measured: `${delay.toFixed(2)} ms`, met: delay <= MAX_DELAY_MS },
    ],
  };
}
