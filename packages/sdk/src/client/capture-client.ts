import { callerKindOf } from '@context-sync/core/caller-kind';
import {
  boundedCode,
  type ErrorFacts,
  errorCodeOf,
  findHint,
  helpLink,
  hintMember,
  isHeldOut,
} from '@context-sync/core/recovery';
import { wait } from '../delivery/abortable-wait.ts';
import { LogSender } from '../delivery/log-sender.ts';
import type { HintDecision } from '../hints/hint-decision.ts';
import { HintSource } from '../hints/hint-source.ts';
import type { CapturedLog } from '../log/captured-log.ts';
import { createLogWriter, type WriteLog } from '../log/log-writer.ts';
import { type CallerKind, type CaptureOptions, type CaptureSettings, resolveOptions } from '../options.ts';
import { createProblemReport, type ReportProblem } from '../report-problem.ts';

/** Counts since the process started. */
export interface CaptureStats {
  /** Logs that wait to be sent, and the memory they take. */
  readonly queued: number;
  readonly queuedBytes: number;
  /** Logs that the service acknowledged. */
  readonly sent: number;
  /** Logs that were dropped because the queue was full: the oldest without an error first. */
  readonly dropped: number;
  /** Logs that the service rejected for their content. */
  readonly rejected: number;
  /** Logs that were given up when the client was closed, or whose batch was in doubt for too long. */
  readonly abandoned: number;
}

/** The functions that every entry point returns in addition to the handler of the framework. */
export interface CaptureHandle {
  /** Sends the queued logs. Resolves when they are sent, or after the timeout (default: 5,000 ms). */
  flush(timeoutMs?: number): Promise<void>;
  /** Sends the queued logs and stops. */
  close(timeoutMs?: number): Promise<void>;
  stats(): CaptureStats;
}

const FLUSH_TIMEOUT_MS = 5_000;
const SIGTERM_FLUSH_MS = 3_000;

/** Queues captured requests, sends them, and decides on hints. One for each `contextSync(…)`. */
export class CaptureClient implements CaptureHandle {
  readonly settings: CaptureSettings;
  readonly #report: ReportProblem;
  readonly #writeLog: WriteLog;
  readonly #sender: LogSender;
  readonly #hints: HintSource;
  readonly #onSigterm: (() => void) | undefined;
  #isOpen: boolean;

  constructor(options: CaptureOptions<never>) {
    const { settings, errors } = resolveOptions(options);
    this.settings = settings;
    this.#report = createProblemReport(settings.onError);
    this.#isOpen = settings.projectUrl !== undefined;
    this.#writeLog = createLogWriter(settings.redactedNames, settings.environment);
    this.#sender = new LogSender(settings, this.#report, { random: Math.random, wait });
    this.#hints = new HintSource(settings, this.#report);
    if (errors.length > 0) {
      this.#report({ code: 'invalid-options', message: `${errors.join(' ')} Nothing is captured.` });
    }
    this.#onSigterm = this.#isOpen && settings.flushOnSigterm ? () => this.#endWithSigterm() : undefined;
    if (this.#onSigterm !== undefined) globalThis.process?.once?.('SIGTERM', this.#onSigterm);
  }

  /** Whether a request is captured. */
  captures(method: string, path: string): boolean {
    if (!this.#isOpen) return false;
    return this.settings.ignore === undefined || this.settings.ignore({ method, path }) !== true;
  }

  /** Redacts a log and queues it. */
  record(log: CapturedLog): void {
    if (!this.#isOpen) return;
    this.#sender.add(this.#writeLog(log), log.status >= 400);
    this.#hints.refresh(log.startedAt);
  }

  /** Whether an error may have a hint; if not, its body does not have to be read. */
  get hasHints(): boolean {
    return this.#hints.hints.length > 0;
  }

  /** Reports an error of the SDK itself. The request continues without it. */
  reportInternal(cause: unknown): void {
    this.#report({ code: 'internal', message: 'Capturing a request failed. The request was not affected.', cause });
  }

  callerKind(userAgent: string | undefined): CallerKind {
    return (this.settings.classify ?? callerKindOf)(userAgent);
  }

  /** Returns the code of an error from the text of its JSON body. */
  errorCode(text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return undefined;
    }
    const { errorCode } = this.settings;
    return errorCode === undefined ? errorCodeOf(body) : boundedCode(errorCode(body));
  }

  /** @param caller identifies the caller for the hold-out; it is not sent anywhere */
  decideHint(facts: ErrorFacts, userAgent: string | undefined, caller: () => string): HintDecision | undefined {
    const hint = findHint(this.#hints.hints, facts);
    if (hint === undefined) return undefined;
    if (hint.holdOutPercent > 0 && isHeldOut(hint.id, caller(), Date.now(), hint.holdOutPercent)) {
      return { hint: hint.id, withheld: true, link: undefined, retryAfterSeconds: undefined, member: undefined };
    }
    const isForCaller = hint.audience === 'everyone' || this.callerKind(userAgent) === 'agent';
    const name = this.settings.hintMember;
    return {
      hint: hint.id,
      withheld: false,
      link: helpLink(hint),
      retryAfterSeconds: hint.retryAfterSeconds,
      member: isForCaller ? { name, text: hintMember(name, hint) } : undefined,
    };
  }

  async flush(timeoutMs = FLUSH_TIMEOUT_MS): Promise<void> {
    if (this.#isOpen) await this.#sender.flush(timeoutMs);
  }

  async close(timeoutMs = FLUSH_TIMEOUT_MS): Promise<void> {
    if (!this.#isOpen) return;
    await this.flush(timeoutMs);
    this.#isOpen = false;
    this.#sender.close();
    if (this.#onSigterm !== undefined) globalThis.process?.off?.('SIGTERM', this.#onSigterm);
  }

  /** Resolves when the hint set that is being fetched has arrived. For tests and for processes that handle one request. */
  async hintsLoaded(): Promise<void> {
    this.#hints.refresh(Date.now());
    await this.#hints.settled();
  }

  stats(): CaptureStats {
    const { queue, counts } = this.#sender;
    return { queued: queue.count, queuedBytes: queue.bytes, dropped: queue.dropped, ...counts };
  }

  /** A process with a listener for SIGTERM does not end by itself: the signal is sent again unless the application listens too. */
  #endWithSigterm(): void {
    const isAlone = process.listenerCount('SIGTERM') === 0;
    void this.close(SIGTERM_FLUSH_MS).finally(() => {
      if (isAlone) process.kill(process.pid, 'SIGTERM');
    });
  }
}

/** The functions of a client that users of the SDK get. */
export function handleOf(client: CaptureClient): CaptureHandle {
  return {
    flush: (timeoutMs) => client.flush(timeoutMs),
    close: (timeoutMs) => client.close(timeoutMs),
    stats: () => client.stats(),
  };
}
