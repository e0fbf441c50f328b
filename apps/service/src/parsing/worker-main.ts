// What runs in a worker process: see WorkerProcess. Its argument is JobOptions as JSON.
import { failureOf, type Outcome } from './failure.ts';
import { type Call, createJobs, type JobOptions } from './jobs.ts';

const jobs = createJobs(JSON.parse(process.argv[2] ?? '') as JobOptions);

process.on('message', ({ name, args }: Call) => {
  const job = jobs[name] as (...given: Call['args']) => unknown;
  process.send?.(outcomeOf(() => job(...args)));
});
// The service is gone, whichever way it ended.
process.once('disconnect', () => process.exit());
// A signal for all processes of a terminal or a unit must not cut off what the service still answers; it ends this process when it is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');

function outcomeOf(job: () => unknown): Outcome {
  try {
    return { value: job() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
