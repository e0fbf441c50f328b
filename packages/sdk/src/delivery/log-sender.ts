import type { CaptureSettings } from '../options.ts';
import type { ReportProblem } from '../report-problem.ts';
import { retryDelayMs } from './backoff.ts';
import { encodeBatch, FORMATS } from './batch-writer.ts';
import type { LogBatch } from './log-batch.ts';
import { LogQueue } from './log-queue.ts';
import { type EncodedBatch, type PostOutcome, postBatch } from './post-batch.ts';
import { reportOutcome } from './report-outcome.ts';
import { unrefTimer } from './unref-timer.ts';

export const MAX_LOGS_PER_BATCH = 1_000;
/** Maximum size of a batch in bytes before compression. A single log can be larger. */
const MAX_BATCH_BYTES = 1_048_576;
/** Maximum time in milliseconds that a log waits for other logs. */
const MAX_WAIT_MS = 2_000;
/** Maximum time in milliseconds for which a batch in doubt is repeated. The service deletes an Idempotency-Key after 24 hours. */
const MAX_IN_DOUBT_MS = 20 * 3_600_000;
/** Time in milliseconds after which a format that the service rejected is tried again. */
const FORMAT_RETRY_MS = 3_600_000;
const REFUSED_DELAY_MS = 60_000;

/** Numbers of logs since the process started, by outcome. */
export interface DeliveryCounts {
  /** Number of logs that the service acknowledged. */
  sent: number;
  /** Number of logs that the service rejected because of their content. */
  rejected: number;
  /** Number of logs that were dropped because their batch was in doubt for too long or the client was closed. */
  abandoned: number;
}

/** Dependencies of the sender that tests can replace. */
export interface SenderEnvironment {
  readonly random: () => number;
  /** Resolves after the delay, or as soon as the signal is aborted. The timer does not keep the process alive. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends queued logs in batches, one batch at a time. A batch that the service may have received is repeated unchanged with the same Idempotency-Key.
 */
export class LogSender {
  readonly queue: LogQueue;
  readonly counts: DeliveryCounts = { sent: 0, rejected: 0, abandoned: 0 };
  readonly #settings: CaptureSettings;
  readonly #report: ReportProblem;
  readonly #environment: SenderEnvironment;
  #isClosed = false;
  /** The wait before the next attempt. It is created during a request, because Cloudflare Workers do not allow an `AbortController` outside of a request. */
  #waiting: AbortController | undefined;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The index of the current format in `FORMATS`, whether the service has accepted this format, and the time at which its use started. */
  #format = { index: 0, proven: false, since: 0 };
  #reportedDrops = 0;

  constructor(
    settings: CaptureSettings,
    report: ReportProblem,
    environment: SenderEnvironment,
    queue: LogQueue = new LogQueue(),
  ) {
    this.#settings = settings;
    this.#report = report;
    this.#environment = environment;
    this.queue = queue;
  }

  /** Queues a log in the form of one line of JSON. */
  add(line: string, isError: boolean): void {
    if (!this.queue.add(line, isError)) {
      this.#report({ code: 'logs-dropped', message: 'The queue of logs is full: the oldest logs are being dropped.' });
    }
    if (this.#running !== undefined) return;
    if (this.#isBatchFull()) this.#start();
    else if (this.#timer === undefined) this.#startTimer();
  }

  /** Sends all logs that are queued now. Resolves when they have been sent, or after the timeout. */
  async flush(timeoutMs: number): Promise<void> {
    const timeout = new AbortController();
    const timeoutPromise = this.#environment.wait(timeoutMs, timeout.signal).then(() => 'timeout' as const);
    try {
      while (this.queue.count > 0 || this.#running !== undefined) {
        this.#start();
        if ((await Promise.race([this.#running, timeoutPromise])) === 'timeout') return;
      }
    } finally {
      timeout.abort();
    }
  }

  /** Stops sending. The remaining logs are counted as abandoned. */
  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    this.#waiting?.abort();
    this.counts.abandoned += this.queue.take(this.queue.count, Number.POSITIVE_INFINITY).count;
  }

  #isBatchFull(): boolean {
    return this.queue.count >= MAX_LOGS_PER_BATCH || this.queue.bytes >= MAX_BATCH_BYTES;
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => this.#start(), MAX_WAIT_MS);
    unrefTimer(this.#timer);
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#running !== undefined || this.#isClosed) return;
    this.#running = this.#run()
      .catch((cause: unknown) => this.#report({ code: 'internal', message: 'Sending logs failed.', cause }))
      .finally(() => {
        this.#running = undefined;
        if (this.queue.count > 0 && !this.#isClosed) this.#startTimer();
      });
  }

  /** Sends the logs that are queued at the start, and continues as long as there are full batches. */
  async #run(): Promise<void> {
    let remainingLogs = this.queue.count;
    while ((remainingLogs > 0 || this.#isBatchFull()) && this.queue.count > 0 && !this.#isClosed) {
      const logs = this.queue.take(MAX_LOGS_PER_BATCH, MAX_BATCH_BYTES);
      remainingLogs -= logs.count;
      await this.#deliver(logs);
    }
  }

  /** Delivers logs in the preferred format that the service accepts. Logs that the service rejects are dropped. */
  async #deliver(logs: LogBatch): Promise<void> {
    const now = Date.now();
    if (this.#format.index > 0 && now - this.#format.since > FORMAT_RETRY_MS) {
      this.#format = { index: 0, proven: false, since: now };
    }
    for (let index = this.#format.index; ; index += 1) {
      const outcome = await this.#send(logs, index);
      if (outcome === undefined) return;
      if (outcome.kind === 'accepted') {
        if (index !== this.#format.index || !this.#format.proven) this.#format = { index, proven: true, since: now };
        this.#countAccepted(logs.count, outcome.accepted);
        return;
      }
      const mayBeFormat = outcome.kind === 'rejected' && !(this.#format.proven && index === this.#format.index);
      if (mayBeFormat && index + 1 < FORMATS.length) continue;
      return this.#deliverParts(logs, outcome);
    }
  }

  /** Delivers the logs that the service did not list as invalid. If it listed none, delivers both halves of the batch separately. */
  async #deliverParts(logs: LogBatch, outcome: PostOutcome): Promise<void> {
    const rejectedLines = outcome.kind === 'rejected' ? outcome.lines : new Set<number>();
    const remainingLogs = logs.omitLines(rejectedLines);
    if (logs.count === 1 || remainingLogs.count < logs.count) {
      this.counts.rejected += remainingLogs.count === logs.count ? 1 : logs.count - remainingLogs.count;
      reportOutcome(outcome, this.#report);
      if (logs.count > 1 && remainingLogs.count > 0) await this.#deliver(remainingLogs);
      return;
    }
    const halfCount = logs.count >> 1;
    await this.#deliver(logs.slice(0, halfCount));
    await this.#deliver(logs.slice(halfCount, logs.count));
  }

  /** Repeats one batch until its outcome is certain. @returns undefined if the batch was dropped */
  async #send(logs: LogBatch, index: number): Promise<PostOutcome | undefined> {
    const format = FORMATS[index] ?? FORMATS[0];
    if (format === undefined) throw new Error('FORMATS is empty.');
    const batch: EncodedBatch = {
      body: await encodeBatch(logs, format),
      gzip: format.gzip,
      idempotencyKey: crypto.randomUUID(),
      dropped: this.queue.dropped - this.#reportedDrops,
    };
    let firstInDoubt: number | undefined;
    for (let attempt = 0; !this.#isClosed; attempt += 1) {
      const outcome = await postBatch(this.#settings, batch);
      if (outcome.kind === 'accepted') this.#reportedDrops += batch.dropped;
      if (outcome.kind !== 'retry' && outcome.kind !== 'refused') return outcome;
      if (outcome.kind === 'refused' || attempt >= 2) reportOutcome(outcome, this.#report);
      if (outcome.kind === 'retry') firstInDoubt ??= Date.now();
      if (this.#isClosed || (firstInDoubt !== undefined && Date.now() - firstInDoubt > MAX_IN_DOUBT_MS)) break;
      const delay =
        outcome.kind === 'refused'
          ? REFUSED_DELAY_MS
          : retryDelayMs(attempt, outcome.retryAfterMs, this.#environment.random);
      this.#waiting = new AbortController();
      await this.#environment.wait(delay, this.#waiting.signal);
    }
    this.counts.abandoned += logs.count;
    return undefined;
  }

  #countAccepted(size: number, acceptedCount: number | undefined): void {
    const count = Math.min(acceptedCount ?? size, size);
    if (count > 0) this.#report.onAccepted(this.queue.count === 0);
    this.counts.sent += count;
    this.counts.rejected += size - count;
    if (count < size) reportOutcome({ kind: 'rejected', status: 207, lines: new Set() }, this.#report);
  }
}
