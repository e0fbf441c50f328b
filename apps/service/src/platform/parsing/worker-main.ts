// This program is a worker process, which `WorkerProcess` starts with `JobOptions` as a JSON argument.

import { createJobs, type JobCall, type JobOptions } from '../../parsing-jobs.ts';
import { type JobOutcome, toFailure } from './parsing-failure.ts';

const jobs = createJobs(JSON.parse(process.argv[2] ?? '') as JobOptions);

process.on('message', ({ name, args }: JobCall) => {
  const job = jobs[name] as (...given: JobCall['args']) => unknown;
  process.send?.(getOutcome(() => job(...args)));
});
// The worker process exits when the service has ended or closed the connection.
process.once('disconnect', () => process.exit());
// A signal to the whole process group is ignored, because the service may still need this worker to complete requests. The service ends the worker.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');

function getOutcome(job: () => unknown): JobOutcome {
  try {
    return { value: job() };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}
