import { receiveBody } from '@context-sync/core/receive-body';
import { type CompiledHint, MAX_SET_BYTES, parseHintSet } from '@context-sync/core/recovery';
import type { CaptureSettings } from '../options.ts';
import type { ReportProblem } from '../report-problem.ts';

const TIMEOUT_MS = 10_000;
const DEFAULT_MAX_AGE_MS = 60_000;
const MAX_MAX_AGE_MS = 3_600_000;
/** Time in milliseconds before the next fetch if the service has no recovery hints or the key may not read them. */
const UNAVAILABLE_MS = 600_000;

/** Keeps the hint set in memory and fetches it in the background, so that no response waits for it. */
export class HintSource {
  readonly #settings: CaptureSettings;
  readonly #report: ReportProblem;
  #hints: readonly CompiledHint[] = [];
  #etag: string | undefined;
  #nextFetch = 0;
  #fetching: Promise<void> | undefined;

  constructor(settings: CaptureSettings, report: ReportProblem) {
    this.#settings = settings;
    this.#report = report;
  }

  /** The compiled hints. */
  get hints(): readonly CompiledHint[] {
    return this.#hints;
  }

  /** Starts to fetch the hint set in the background if it is out of date. */
  refresh(now: number): void {
    if (now < this.#nextFetch || this.#fetching !== undefined || !this.#settings.hints) return;
    this.#nextFetch = now + DEFAULT_MAX_AGE_MS;
    this.#fetching = this.#fetch()
      .catch(() => undefined)
      .finally(() => {
        this.#fetching = undefined;
      });
  }

  /** Resolves when the current fetch has ended. */
  async waitForFetch(): Promise<void> {
    await this.#fetching;
  }

  async #fetch(): Promise<void> {
    const { projectUrl, key, fetch } = this.#settings;
    const endsAt = performance.now() + TIMEOUT_MS;
    const response = await fetch(`${projectUrl}/recovery/hint-set`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(this.#etag === undefined ? {} : { 'if-none-match': this.#etag }),
      },
    });
    const timeoutMs = endsAt - performance.now();
    const { text, end } = await receiveBody(response, { maxBytes: MAX_SET_BYTES, timeoutMs });
    if (end === 'broken' || end === 'timeout') return;
    const now = Date.now();
    this.#nextFetch = now + parseMaxAgeMs(response.headers.get('cache-control'));
    if (response.status === 304) return;
    if (response.status !== 200) {
      if (response.status < 500 && response.status !== 429) this.#nextFetch = now + UNAVAILABLE_MS;
      if (response.status === 401) {
        this.#report({ code: 'wrong-key', message: 'The service rejected "key" (401).', status: 401 });
      }
      return;
    }
    const hints = parseHintSet(text);
    if (hints === undefined) {
      this.#nextFetch = now + UNAVAILABLE_MS;
      return;
    }
    this.#hints = hints;
    this.#etag = response.headers.get('etag') ?? undefined;
  }
}

function parseMaxAgeMs(cacheControl: string | null): number {
  const seconds = /\bmax-age=(\d{1,9})/.exec(cacheControl ?? '')?.[1];
  const age = seconds === undefined ? DEFAULT_MAX_AGE_MS : Number(seconds) * 1_000;
  return Math.min(Math.max(age, 1_000), MAX_MAX_AGE_MS);
}
