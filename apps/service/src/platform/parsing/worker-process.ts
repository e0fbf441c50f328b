import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface WorkerBounds {
  /** Time limit for one job in milliseconds. */
  readonly deadlineMs: number;
  /** Time limit for the start of the process in milliseconds. */
  readonly startMs: number;
  /** Heap limit of the process in MiB. */
  readonly memoryMiB: number;
  /** Maximum number of characters of queued input. */
  readonly maxWaitingChars: number;
  /** Idle time in milliseconds after which the process ends to free its memory. */
  readonly idleMs: number;
}

/** An error for a failed job. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  /** Reason of the failure. `busy`: the queue was full and the job was not started. `closed`: the worker was closed. `crash`: an internal error. */
  readonly reason: 'deadline' | 'memory' | 'busy' | 'closed' | 'crash';

  constructor(reason: WorkerError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface WorkerTask {
  readonly message: object;
  readonly size: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: WorkerError) => void;
}

/** Minimum number of characters that each queued job counts toward the queue's limit, because many small jobs also take time. */
const MIN_JOB_CHARS = 131_072;
/** Maximum characters of stderr that are kept for the error message. */
const MAX_STDERR_CHARS = 4_000;

/**
 * Runs jobs in a child process, one at a time and in order. The process starts with the first job, and again after it has ended.
 *
 * A job runs in a process instead of a thread, because a job must not be able to crash the service. An allocation beyond the `resourceLimits` of a
 * thread, such as a large Map, aborts the whole process.
 */
export class WorkerProcess {
  readonly #entry: URL;
  readonly #argument: string;
  readonly #bounds: WorkerBounds;
  #child: ChildProcess | undefined;
  #isReady = false;
  #current: { readonly task: WorkerTask; timer: NodeJS.Timeout | undefined } | undefined;
  readonly #waiting: WorkerTask[] = [];
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * Creates a worker without starting its process.
   * @param entry module that sends one message when it is ready, and one response for each message that it receives
   * @param argument first command-line argument of the module
   */
  constructor(entry: URL, argument: string, bounds: WorkerBounds) {
    this.#entry = entry;
    this.#argument = argument;
    this.#bounds = bounds;
  }

  /** Id of the process; undefined if it is not running. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Sends a message to the module.
   * @param size number of input characters in the message
   * @returns the response of the module
   * @throws WorkerError
   */
  run(message: object, size: number): Promise<unknown> {
    if (this.#closed) return Promise.reject(new WorkerError('closed', 'the worker is closed'));
    const waitingChars = this.#waiting.reduce((sum, task) => sum + Math.max(task.size, MIN_JOB_CHARS), 0);
    if (this.#current && waitingChars + size > this.#bounds.maxWaitingChars) {
      return Promise.reject(new WorkerError('busy', `${this.#waiting.length} jobs are queued already`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, size, resolve, reject });
      this.#next();
    });
  }

  /** Ends the process and rejects all pending jobs. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    const child = this.#child;
    child?.ref();
    const closeEvent = child && once(child, 'close');
    const error = new WorkerError('closed', 'the worker is closed');
    this.#stop(error);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    await closeEvent;
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
      this.#stop(new WorkerError('crash', `a worker process could not be started: ${String(error)}`));
    }
  }

  /** Stops the process if it exceeds the time limit for its start or for the current job. */
  #limitTime(): void {
    const currentTask = this.#current;
    if (!currentTask) return;
    clearTimeout(currentTask.timer);
    const { deadlineMs, startMs } = this.#bounds;
    const [late, limit] = this.#isReady
      ? [new WorkerError('deadline', `takes more than ${deadlineMs / 1_000} seconds`), deadlineMs]
      : [new WorkerError('crash', `a worker process is not ready after ${startMs / 1_000} seconds`), startMs];
    currentTask.timer = setTimeout(() => this.#stop(late), limit);
  }

  #start(): ChildProcess {
    const { memoryMiB } = this.#bounds;
    // With Node's compile cache, a process starts in half the time.
    const { NODE_COMPILE_CACHE: compileCache } = process.env;
    const child = fork(fileURLToPath(this.#entry), [this.#argument], {
      execArgv: [`--max-old-space-size=${memoryMiB}`],
      // The process parses untrusted input, so its environment contains no secrets such as the URL of the database.
      env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errorOutput = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = `${errorOutput}${text}`.slice(-MAX_STDERR_CHARS);
    });
    const end = (reason: string) => {
      if (this.#child !== child) return;
      const isOutOfMemory = /heap out of memory/.test(errorOutput);
      this.#stop(
        isOutOfMemory
          ? new WorkerError('memory', `takes more than ${memoryMiB} MiB of memory`)
          : new WorkerError('crash', `a worker process ended with ${reason}: ${errorOutput}`),
      );
    };
    this.#isReady = false;
    child.once('message', () => {
      if (this.#child !== child) return;
      this.#isReady = true;
      this.#limitTime();
      child.on('message', (result) => {
        if (this.#child === child) this.#endTask(({ resolve }) => resolve(result));
      });
    });
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => end(`${signal ?? `exit code ${code}`}`));
    // A worker without a job must not keep the service alive.
    child.unref();
    child.channel?.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
    return child;
  }

  /** Kills the process, because it may be in an infinite loop. */
  #stop(error: WorkerError): void {
    this.#end();
    this.#endTask(({ reject }) => reject(error));
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }

  #endTask(how: (task: WorkerTask) => void): void {
    const currentTask = this.#current;
    if (!currentTask) return;
    clearTimeout(currentTask.timer);
    this.#current = undefined;
    how(currentTask.task);
    this.#next();
  }
}
