// Entry point of a worker process: see WorkerProcess. Its argument is JobOptions as JSON.
import { type JobOutcome, toFailure } from './parsing-failure.ts';
import { createJobs, type JobCall, type JobOptions } from './parsing-jobs.ts';

const jobs = createJobs(JSON.parse(process.argv[2] ?? '') as JobOptions);

process.on('message', ({ name, args }: JobCall) => {
  const job = jobs[name] as (...given: JobCall['args']) => unknown;
  process.send?.(outcomeOf(() => job(...args)));
});
// The service has ended or closed the connection.
process.once('disconnect', () => process.exit());
// Ignores signals sent to the whole process group, because the service may still need this process to complete requests; the service ends
// it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');

function outcomeOf(job: () => unknown): JobOutcome {
  try {
    return { value: job() };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}
