import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface WorkerBounds {
  /** Milliseconds that one job may take. */
  readonly deadlineMs: number;
  /** Milliseconds that the start of the process may take. */
  readonly startMs: number;
  /** Mebibytes of heap. */
  readonly memoryMiB: number;
  /** Characters of input that may wait for the job under way. */
  readonly mostWaiting: number;
  /** Milliseconds after its last job in which the process ends, so that its memory is free again. */
  readonly idleMs: number;
}

/** A job has no result. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  /** `busy`: too much is waiting; the job was not begun. `closed`: the worker was closed meanwhile. `crash`: a defect. */
  readonly reason: 'deadline' | 'memory' | 'busy' | 'closed' | 'crash';

  constructor(reason: WorkerError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Task {
  readonly message: object;
  readonly size: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: WorkerError) => void;
}

/** Characters that every job counts for at least among those that wait: many small ones take their time too. */
const LEAST_SIZE = 131_072;
/** Characters of what a process prints that are kept for the report of its end. */
const MOST_PRINTED = 4_000;

/**
 * Runs jobs in a process of its own, one at a time, in the order in which they come. The process is started by the first job, and again by
 * the first one after its end.
 *
 * It is a process and not a thread, because nothing that a job does may end the service: a single allocation beyond the `resourceLimits`
 * of a thread, such as that of a large Map, aborts the process with all its threads.
 */
export class WorkerProcess {
  readonly #entry: URL;
  readonly #argument: string;
  readonly #bounds: WorkerBounds;
  #child: ChildProcess | undefined;
  #isReady = false;
  #current: { readonly task: Task; timer: NodeJS.Timeout | undefined } | undefined;
  readonly #waiting: Task[] = [];
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param entry module that sends one message when it is ready, and one for each that it receives
   * @param argument its first argument
   */
  constructor(entry: URL, argument: string, bounds: WorkerBounds) {
    this.#entry = entry;
    this.#argument = argument;
    this.#bounds = bounds;
  }

  /** Id of the process, if there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Sends a message to the module.
   * @param size characters of input in it
   * @returns what the module sends back
   * @throws WorkerError
   */
  run(message: object, size: number): Promise<unknown> {
    if (this.#closed) return Promise.reject(new WorkerError('closed', 'the worker is closed'));
    const waiting = this.#waiting.reduce((sum, task) => sum + Math.max(task.size, LEAST_SIZE), 0);
    if (this.#current && waiting + size > this.#bounds.mostWaiting) {
      return Promise.reject(new WorkerError('busy', `${this.#waiting.length} jobs wait already`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, size, resolve, reject });
      this.#next();
    });
  }

  /** Ends the process. Jobs that wait or are under way are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    const child = this.#child;
    child?.ref();
    const closed = child && once(child, 'close');
    const error = new WorkerError('closed', 'the worker is closed');
    this.#stop(error);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    await closed;
  }

  #next(): void {
    if (this.#current || this.#closed) return;
    clearTimeout(this.#idle);
    const task = this.#waiting.shift();
    if (!task) {
      this.#idle = setTimeout(() => this.#end(), this.#bounds.idleMs).unref();
      return;
    }
    this.#current = { task, timer: undefined };
    try {
      this.#child ??= this.#start();
      this.#limitTime();
      this.#child.send(task.message);
    } catch (error) {
      this.#stop(new WorkerError('crash', `a worker process cannot be started: ${String(error)}`));
    }
  }

  /** Stops the process unless it is ready, or has done the current job, in time. */
  #limitTime(): void {
    const current = this.#current;
    if (!current) return;
    clearTimeout(current.timer);
    const { deadlineMs, startMs } = this.#bounds;
    const [late, limit] = this.#isReady
      ? [new WorkerError('deadline', `takes more than ${deadlineMs / 1_000} seconds`), deadlineMs]
      : [new WorkerError('crash', `a worker process is not ready after ${startMs / 1_000} seconds`), startMs];
    current.timer = setTimeout(() => this.#stop(late), limit);
  }

  #start(): ChildProcess {
    const { memoryMiB } = this.#bounds;
    const child = fork(fileURLToPath(this.#entry), [this.#argument], {
      execArgv: [`--max-old-space-size=${memoryMiB}`],
      // A process that parses untrusted input gets no secrets, such as the URL of the database.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = `${printed}${text}`.slice(-MOST_PRINTED);
    });
    const end = (why: string) => {
      if (this.#child !== child) return;
      const outOfMemory = /heap out of memory/.test(printed);
      this.#stop(
        outOfMemory
          ? new WorkerError('memory', `takes more than ${memoryMiB} MiB of memory`)
          : new WorkerError('crash', `a worker process ended with ${why}: ${printed}`),
      );
    };
    this.#isReady = false;
    child.once('message', () => {
      if (this.#child !== child) return;
      this.#isReady = true;
      this.#limitTime();
      child.on('message', (result) => {
        if (this.#child === child) this.#settle(({ resolve }) => resolve(result));
      });
    });
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => end(`${signal ?? `exit code ${code}`}`));
    // A worker without a job does not keep the service running.
    child.unref();
    child.channel?.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
    return child;
  }

  /** Gives the process up: it may be in the middle of something that does not end by itself. */
  #stop(error: WorkerError): void {
    this.#end();
    this.#settle(({ reject }) => reject(error));
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }

  #settle(how: (task: Task) => void): void {
    const current = this.#current;
    if (!current) return;
    clearTimeout(current.timer);
    this.#current = undefined;
    how(current.task);
    this.#next();
  }
}
