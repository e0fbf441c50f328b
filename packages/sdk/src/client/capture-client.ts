import { type ErrorFacts, findHint, formatHelpLink, formatHintMember, isHeldOut } from '@context-sync/core/recovery';
import { wait } from '../delivery/abortable-wait.ts';
import { LogSender } from '../delivery/log-sender.ts';
import type { HintDecision } from '../hints/hint-decision.ts';
import { HintSource } from '../hints/hint-source.ts';
import type { CapturedLog } from '../log/captured-log.ts';
import { createLogWriter, type WriteLog } from '../log/log-writer.ts';
import { type CaptureOptions, type CaptureSettings, resolveOptions } from '../options.ts';
import { createProblemReport, type ReportProblem } from '../report-problem.ts';
import { cancelExitFlush, cancelSigtermFlush, flushBeforeExit, flushOnSigterm } from './exit-flush.ts';
import { OptionCallbacks } from './option-callbacks.ts';
import { PendingLogs } from './pending-logs.ts';

/** Numbers of logs since the process started, by outcome. */
export interface CaptureStats {
  /** Number of logs that are waiting to be sent, and the memory that they take in bytes. */
  readonly queued: number;
  readonly queuedBytes: number;
  /** Number of logs that the service acknowledged. */
  readonly sent: number;
  /** Number of logs that were dropped because the queue was full. The oldest logs without an error are dropped first. */
  readonly dropped: number;
  /** Number of logs that the service rejected because of their content. */
  readonly rejected: number;
  /** Number of logs that were dropped because the client was closed or their batch was in doubt for too long. */
  readonly abandoned: number;
  /** Number of recovery hints that the client has fetched and can add to responses. */
  readonly hints: number;
}

/** The functions that every entry point returns in addition to the framework's handler. */
export interface CaptureHandle {
  /** Sends the queued logs. Resolves when they have been sent, or after the timeout (default: 5,000 ms). */
  flush(timeoutMs?: number): Promise<void>;
  /** Sends the queued logs and then stops the client. */
  close(timeoutMs?: number): Promise<void>;
  stats(): CaptureStats;
}

const FLUSH_TIMEOUT_MS = 5_000;
/** Maximum time in milliseconds for sending logs after a response. Cloudflare Workers end background work 30 seconds after the response. */
const REQUEST_FLUSH_MS = 28_000;

/** Queues captured requests, sends them, and selects hints. Each call of `contextSync(…)` creates one client. */
export class CaptureClient implements CaptureHandle {
  readonly settings: CaptureSettings;
  readonly callbacks: OptionCallbacks;
  readonly #report: ReportProblem;
  readonly #writeLog: WriteLog;
  readonly #sender: LogSender;
  readonly #pending = new PendingLogs((log) => this.#queue(log));
  readonly #hints: HintSource;
  #isOpen: boolean;

  constructor(options: CaptureOptions<never>) {
    const { settings, errors } = resolveOptions(options);
    this.settings = settings;
    this.#report = createProblemReport(settings.onError);
    this.callbacks = new OptionCallbacks(settings, this.#report);
    this.#isOpen = settings.projectUrl !== undefined;
    this.#writeLog = createLogWriter(settings.redactedNames, settings.environment);
    this.#sender = new LogSender(settings, this.#report, { random: Math.random, wait });
    this.#hints = new HintSource(settings, this.#report);
    if (errors.length > 0) {
      this.#report({ code: 'invalid-options', message: `${errors.join(' ')} Nothing is captured.` });
    }
    if (this.#isOpen) flushBeforeExit(this);
    if (this.#isOpen && settings.flushOnSigterm) flushOnSigterm(this);
  }

  /**
   * Returns whether a request is captured.
   * @param isPreflight whether the request has the header `Access-Control-Request-Method`
   */
  captures(method: string, path: string, isPreflight: boolean): boolean {
    if (!this.#isOpen || (isPreflight && method === 'OPTIONS' && !this.settings.preflights)) return false;
    return !this.callbacks.ignores(method, path);
  }

  /** Redacts and queues a log. Waits a short time, so that several logs are processed together. */
  record(log: CapturedLog): void {
    if (!this.#isOpen) return;
    this.#pending.add(log);
    this.#hints.refresh(log.startedAt);
  }

  /** Whether there are hints for errors. If not, the body of an error does not have to be read. */
  get hasHints(): boolean {
    return this.#hints.hints.length > 0;
  }

  /** Reports an error of the SDK itself, which does not affect the request. */
  reportInternal(cause: unknown): void {
    this.#report({ code: 'internal', message: 'Capturing a request failed. The request was not affected.', cause });
  }

  /** Returns the error code that a JSON body contains. */
  errorCode(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return undefined;
    }
    return this.callbacks.getErrorCode(body);
  }

  /**
   * Selects the hint for an error.
   * @param caller returns a text that identifies the user, which determines whether the user is in the control group; this text is not sent
   */
  decideHint(facts: ErrorFacts, userAgent: string | undefined, caller: () => string): HintDecision | undefined {
    const hint = findHint(this.#hints.hints, facts);
    if (hint === undefined) return undefined;
    const isForCaller = hint.audience === 'everyone' || this.callbacks.getClientKind(userAgent) === 'agent';
    const name = this.settings.hintMember;
    return {
      hint: hint.id,
      version: hint.version,
      withheld: hint.holdOutPercent > 0 && isHeldOut(hint, caller()),
      dependsOnAgent: hint.audience !== 'everyone',
      dependsOnUser: hint.holdOutPercent > 0,
      link: formatHelpLink(hint),
      retryAfterSeconds: hint.retryAfterSeconds,
      member: isForCaller ? { name, text: formatHintMember(name, hint) } : undefined,
    };
  }

  async flush(timeoutMs = FLUSH_TIMEOUT_MS): Promise<void> {
    if (!this.#isOpen) return;
    this.#pending.writeAll();
    await this.#sender.flush(timeoutMs);
  }

  async close(timeoutMs = FLUSH_TIMEOUT_MS): Promise<void> {
    if (!this.#isOpen) return;
    await this.flush(timeoutMs);
    this.#isOpen = false;
    cancelExitFlush(this);
    cancelSigtermFlush(this);
    this.#pending.writeAll();
    this.#sender.close();
  }

  /** Sends the queued logs and finishes the current fetch of the hint set. Used in runtimes that end background work with the request. */
  async finishWork(): Promise<void> {
    await Promise.all([this.flush(REQUEST_FLUSH_MS), this.#hints.waitForFetch()]);
  }

  stats(): CaptureStats {
    this.#pending.writeAll();
    const { queue, counts } = this.#sender;
    const { length: hints } = this.#hints.hints;
    return { queued: queue.count, queuedBytes: queue.bytes, dropped: queue.dropped, ...counts, hints };
  }

  #queue(log: CapturedLog): void {
    try {
      this.#sender.add(this.#writeLog(log), log.status >= 400);
    } catch (error) {
      this.reportInternal(error);
    }
  }
}

/** Returns the functions of a client that are part of the public API of the SDK. */
export function getHandle(client: CaptureClient): CaptureHandle {
  return {
    flush: (timeoutMs) => client.flush(timeoutMs),
    close: (timeoutMs) => client.close(timeoutMs),
    stats: () => client.stats(),
  };
}
