import { getClientKind } from '@context-sync/core/client-kind';
import { getErrorCode, truncateCode } from '@context-sync/core/recovery';
import type { CallbackOption, CaptureSettings, ClientKind } from '../options.ts';
import type { ReportProblem } from '../report-problem.ts';

/** The type that a callback must return. */
interface ReturnRule<T> {
  readonly expected: string;
  /** Returns the value; undefined if its type is wrong; null if there is no value. */
  readonly parse: (value: unknown) => T | undefined | null;
}

const USER: ReturnRule<string> = {
  expected: 'a string, a number or null',
  parse: (value) => (typeof value === 'string' || isNumber(value) ? String(value) : undefined),
};
const ROUTE: ReturnRule<string> = {
  expected: 'a string or undefined',
  parse: (value) => (typeof value === 'string' ? value : undefined),
};
const ERROR_CODE: ReturnRule<string> = {
  expected: 'a string, a number or undefined',
  parse: (value) => (typeof value === 'string' || isNumber(value) ? (truncateCode(String(value)) ?? null) : undefined),
};
const IGNORE: ReturnRule<boolean> = {
  expected: 'true or false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
};
const CLASSIFY: ReturnRule<ClientKind> = {
  expected: '"agent", "bot" or "person"',
  parse: (value) => (value === 'agent' || value === 'bot' || value === 'person' ? value : undefined),
};

/**
 * Calls the options that are functions. A function that throws, or returns a promise or another wrong value, is reported once, and the request is captured
 * without the value: an error in such a function must not prevent the capture.
 */
export class OptionCallbacks {
  readonly #settings: CaptureSettings;
  readonly #report: ReportProblem;

  constructor(settings: CaptureSettings, report: ReportProblem) {
    this.#settings = settings;
    this.#report = report;
  }

  /** Returns the trimmed result of the option `user`. Numbers are converted to text, and an empty text is not a user. */
  getUser(run: () => unknown): string | undefined {
    return this.#call('user', run, USER);
  }

  getRoute(run: () => unknown): string | undefined {
    return this.#call('route', run, ROUTE);
  }

  /** Returns whether the option `ignore` excludes a request. If the option fails, the request is captured. */
  ignores(method: string, path: string): boolean {
    const { ignore } = this.#settings;
    return ignore !== undefined && this.#call('ignore', () => ignore({ method, path }), IGNORE) === true;
  }

  getErrorCode(body: unknown): string | undefined {
    const { errorCode } = this.#settings;
    return errorCode === undefined ? getErrorCode(body) : this.#call('errorCode', () => errorCode(body), ERROR_CODE);
  }

  /** Classifies a client. If the option `classify` fails, the built-in classification applies. */
  getClientKind(userAgent: string | undefined): ClientKind {
    const { classify } = this.#settings;
    const kind = classify === undefined ? undefined : this.#call('classify', () => classify(userAgent), CLASSIFY);
    return kind ?? getClientKind(userAgent);
  }

  #call<T>(option: CallbackOption, run: () => unknown, { expected, parse }: ReturnRule<T>): T | undefined {
    try {
      const result = run();
      const value = typeof result === 'string' ? result.trim() : result;
      // Expressions such as `session && session.email` return these values when there is nothing to return.
      if (value === undefined || value === null || value === '' || value === false) return undefined;
      const parsedValue = parse(value);
      if (parsedValue !== undefined) return parsedValue ?? undefined;
      this.#reportFailure(option, new TypeError(`It must return ${expected}, and it returned ${describeType(value)}.`));
    } catch (cause) {
      this.#reportFailure(option, cause);
    }
    return undefined;
  }

  #reportFailure(option: CallbackOption, cause: unknown): void {
    const message = `The function in option "${option}" failed. Requests are captured without its result.`;
    this.#report({ code: 'callback-failed', option, message, cause });
  }
}

const isNumber = (value: unknown) => typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));

/** Describes the type of a value, but not the value, because it may be personal data. */
function describeType(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function') {
    // Without a handler, a rejected promise would end the process.
    Promise.resolve(value).catch(() => undefined);
    return 'a promise; the function must not be async';
  }
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' ? 'an object' : `a value of type ${typeof value}`;
}
