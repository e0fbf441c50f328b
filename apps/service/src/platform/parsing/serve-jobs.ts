import type { JobCall } from './job-runner.ts';
import { type JobOutcome, toFailure } from './parsing-failure.ts';

/**
 * Runs the jobs that the service sends to this worker process, which `JobRunner` has started.
 * @param convertError returns the error that is sent to the service, such as a `JobInputError`
 */
export function serveJobs(jobs: object, convertError: (error: unknown) => unknown = (error) => error): void {
  const functions = new Map(Object.entries<(...given: JobCall['args']) => unknown>(jobs as never));
  process.on('message', ({ name, args }: JobCall) => {
    process.send?.(getOutcome(() => functions.get(name)?.(...args), convertError));
  });
  // The worker process exits when the service has ended or closed the connection.
  process.once('disconnect', () => process.exit());
  // A signal to the whole process group is ignored, because the service may still need this worker to complete requests. The service ends the worker itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.send?.('ready');
}

/** Returns the JSON argument of this worker process. */
export function readSettings(): unknown {
  return JSON.parse(process.argv[2] ?? '');
}

function getOutcome(job: () => unknown, convertError: (error: unknown) => unknown): JobOutcome {
  try {
    return { value: job() };
  } catch (error) {
    return { failure: toFailure(convertError(error)) };
  }
}
