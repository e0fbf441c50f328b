import { HttpError } from '../errors/errors.ts';
import { createUnavailableError } from '../errors/service-unavailable.ts';
import { measureJson } from './measure-json.ts';
import { type JobOutcome, toError } from './parsing-failure.ts';
import { type WorkerBounds, WorkerError, WorkerProcess } from './worker-process.ts';

/** Maximum size in bytes of JSON that is parsed in the service's process. All other requests wait for the parser. */
export const MAX_IN_PROCESS_BYTES = 262_144;
/**
 * Maximum number of JSON values that are parsed in the service's process. A text of the maximum size usually contains about 10,000 values, but can
 * contain eight times as many.
 */
const MAX_IN_PROCESS_VALUES = 20_000;

/** Limits of a worker process. They are sufficient on a busy machine: the largest bodies take 2 s of CPU time and 350 MiB of memory. */
const WORKER_BOUNDS: WorkerBounds = {
  deadlineMs: 20_000,
  startMs: 60_000,
  memoryMiB: 512,
  maxWaitingChars: 134_217_728,
  idleMs: 300_000,
};

/** A job in the form in which it is sent to a worker process. */
export interface JobCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

export interface WorkerOptions {
  /** Module of the worker process, which calls `serveJobs`. */
  readonly entry: URL;
  /** Passed to the worker process as JSON. */
  readonly settings: unknown;
  readonly bounds?: Partial<WorkerBounds> | undefined;
}

/** Runs the jobs of an area in a worker process with a deadline and a memory limit, so that a large body does not delay other requests. */
export class JobRunner<Jobs extends object> {
  readonly #worker: WorkerProcess;

  constructor({ entry, settings, bounds }: WorkerOptions) {
    this.#worker = new WorkerProcess(entry, JSON.stringify(settings), { ...WORKER_BOUNDS, ...bounds });
  }

  /** Process id of the worker; undefined if it is not running. */
  get pid(): number | undefined {
    return this.#worker.pid;
  }

  /**
   * Runs a job.
   * @param size size of its input in characters
   * @throws WorkerError, or the error of the job
   */
  async run<Name extends string & keyof Jobs>(
    name: Name,
    size: number,
    ...args: ArgumentsOf<Jobs[Name]>
  ): Promise<ResultOf<Jobs[Name]>> {
    const call: JobCall = { name, args };
    const outcome = (await this.#worker.run(call, size)) as JobOutcome;
    if ('failure' in outcome) throw toError(outcome.failure);
    return outcome.value as ResultOf<Jobs[Name]>;
  }

  /** Ends the worker process and rejects pending jobs. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}

type ArgumentsOf<Job> = Job extends (...args: infer Arguments) => unknown ? Arguments : never;
type ResultOf<Job> = Job extends (...args: never[]) => infer Result ? Result : never;

/** Returns whether JSON is small enough to be parsed in the service's own process. */
export function isSmallJson(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_IN_PROCESS_BYTES && measureJson(text).values <= MAX_IN_PROCESS_VALUES;
}

/** Converts the failure of a worker to an error response. */
export function toResponseError(error: unknown, fix: string): unknown {
  if (!(error instanceof WorkerError) || error.reason === 'crash') return error;
  if (error.reason === 'deadline' || error.reason === 'memory') {
    return new HttpError('body_too_complex', `Parsing the body ${error.message}: ${fix}`);
  }
  const rejectionReason = error.reason === 'busy' ? 'is busy parsing other large bodies' : 'is stopping';
  return createUnavailableError(`The service ${rejectionReason} and did not execute the request`);
}
