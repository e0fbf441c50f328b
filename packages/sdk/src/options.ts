import { createOriginFinder, type FindOrigin, isTrustProxy, type TrustProxy } from './proxy/find-origin.ts';

/** The kind of client of the API: an AI agent, a crawler or monitor, or a person's browser, script or SDK. */
export type ClientKind = 'agent' | 'bot' | 'person';

/** The bodies that are captured: none, those of requests with a 4xx or 5xx response, or all. */
export type CapturedBodies = 'none' | 'errors' | 'all';

/** The options whose value is a function that is called during a request. */
export type CallbackOption = 'user' | 'route' | 'ignore' | 'errorCode' | 'classify';

/** A problem that the operator should be informed of. Each code is reported once until the service accepts logs again, `callback-failed` once for each option. */
export interface CaptureProblem {
  readonly code:
    | 'invalid-options'
    | 'callback-failed'
    | 'wrong-key'
    | 'not-allowed'
    | 'wrong-url-or-project'
    | 'unreachable'
    | 'logs-rejected'
    | 'logs-dropped'
    | 'internal';
  /** The problem and its fix. Contains neither captured data nor the key. */
  readonly message: string;
  /** The option whose function failed, if the code is `callback-failed`. */
  readonly option?: CallbackOption;
  readonly status?: number;
  readonly cause?: unknown;
}

/** Options of every entry point. `Context` is the type of the framework's arguments to a handler. */
export interface CaptureOptions<Context> {
  /** Base URL of the service, such as `https://context.example.com`. */
  readonly url: string;
  /** Slug of the project. */
  readonly project: string;
  /** API key that can send logs. A capture key is sufficient. */
  readonly key: string;
  /**
   * Returns the email address of the user, by which logs are grouped. The text is trimmed, and an empty text is not a user. A number, such as the id of
   * an account, is converted to text.
   */
  readonly user?: (context: Context) => string | number | null | undefined;
  /** Bodies to capture. Default: `errors`. */
  readonly bodies?: CapturedBodies;
  /** Names of headers that are captured in addition to the default ones. */
  readonly headers?: readonly string[];
  /** Names of headers, parameters and properties whose values are redacted in addition to the default ones. */
  readonly redact?: readonly string[];
  /** Name of the environment. Default: `production`. */
  readonly environment?: string;
  /** Returns true for requests that must not be captured, such as health checks. */
  readonly ignore?: (request: { readonly method: string; readonly path: string }) => boolean;
  /** Classifies a client by its user agent, and replaces the built-in classification. */
  readonly classify?: (userAgent: string | undefined) => ClientKind;
  /** Returns the code of an error from its parsed JSON body. Default: `error.code`, `code`, or `type` of problem details. */
  readonly errorCode?: (body: unknown) => string | number | null | undefined;
  /** Whether recovery hints are fetched and returned with errors. Default: true. */
  readonly hints?: boolean;
  /** Name of the property of a JSON error that contains the hint. Default: `recovery`. */
  readonly hintMember?: string;
  /** Names of response headers that contain a signature or a hash of the body, in addition to the known ones. Such a body never changes. */
  readonly signatureHeaders?: readonly string[];
  /** Whether CORS preflight requests are captured. Default: false, because browsers send them automatically. */
  readonly preflights?: boolean;
  /**
   * The proxies whose `X-Forwarded-*` or `Forwarded` headers contain the original URL and the IP address of the client: the number of proxies, their IP
   * addresses, or true to trust every sender. Default: false, because clients can send these headers too.
   */
  readonly trustProxy?: TrustProxy;
  /** Called once for each kind of problem until the service accepts logs again, in addition to one line on the console. */
  readonly onError?: (problem: CaptureProblem) => unknown;
  /** Whether to send the queued logs when the process receives SIGTERM. Default: false. */
  readonly flushOnSigterm?: boolean;
  /** Function to use instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The options with their defaults, without the callbacks that require a framework's context. */
export interface CaptureSettings {
  /** URL of the project in the form `…/api/v1/projects/{slug}`; undefined if the options are invalid and nothing is captured. */
  readonly projectUrl: string | undefined;
  readonly key: string;
  readonly bodies: CapturedBodies;
  readonly headers: ReadonlySet<string>;
  readonly redactedNames: readonly string[];
  readonly environment: string;
  readonly ignore: CaptureOptions<never>['ignore'];
  readonly classify: CaptureOptions<never>['classify'];
  readonly errorCode: CaptureOptions<never>['errorCode'];
  readonly hints: boolean;
  readonly hintMember: string;
  readonly signatureHeaders: ReadonlySet<string>;
  readonly preflights: boolean;
  /** Reads forwarded headers; undefined if no proxy is trusted. */
  readonly findOrigin: FindOrigin | undefined;
  readonly onError: CaptureOptions<never>['onError'];
  readonly flushOnSigterm: boolean;
  readonly fetch: typeof globalThis.fetch;
}

/** Headers that are captured by default: they do not identify a person and help to understand an error. */
const DEFAULT_HEADERS = [
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'idempotency-key',
  'location',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-request-id',
];
const MAX_ENVIRONMENT_LENGTH = 32;

/** Returns the settings and the problems of the options. Never throws, because a mistake must not stop the captured API. */
export function resolveOptions(givenOptions: CaptureOptions<never>): { settings: CaptureSettings; errors: string[] } {
  const { options, errors } = checkTypes(givenOptions);
  const { bodies = 'errors', headers = [], environment = 'production', hintMember = 'recovery' } = options;
  if (!['none', 'errors', 'all'].includes(bodies)) {
    errors.push(`Option "bodies" must be "none", "errors" or "all" (got ${JSON.stringify(String(bodies))}).`);
  }
  for (const name of ['url', 'project', 'key'] as const) {
    if (typeof options[name] !== 'string' || options[name] === '') errors.push(`Option "${name}" must be set.`);
  }
  if (typeof options.key === 'string' && !/^[\x21-\x7e]*$/.test(options.key)) {
    errors.push('Option "key" contains a character that no key contains, such as a line break.');
  }
  const base = getBaseUrl(options.url);
  if (base === undefined) errors.push('Option "url" must be an http or https URL without a user, query or fragment.');
  const isUsable = errors.length === 0;
  const settings: CaptureSettings = {
    projectUrl: isUsable ? `${base}/api/v1/projects/${encodeURIComponent(options.project.toWellFormed())}` : undefined,
    key: options.key,
    bodies,
    headers: new Set([...DEFAULT_HEADERS, ...headers.map((name) => name.toLowerCase())]),
    redactedNames: options.redact ?? [],
    environment: environment.slice(0, MAX_ENVIRONMENT_LENGTH),
    ignore: options.ignore,
    classify: options.classify,
    errorCode: options.errorCode,
    hints: options.hints ?? true,
    hintMember,
    signatureHeaders: new Set(options.signatureHeaders?.map((name) => name.toLowerCase())),
    preflights: options.preflights ?? false,
    findOrigin: createOriginFinder(options.trustProxy ?? false),
    onError: options.onError,
    flushOnSigterm: options.flushOnSigterm ?? false,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
  return { settings, errors };
}

const isFunction = (value: unknown) => typeof value === 'function';
const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isList = (value: unknown) => Array.isArray(value) && value.every(isText);

/** The expected types of the options that are not required. They are checked at run time, because programs without TypeScript can violate them. */
const OPTION_TYPES: Readonly<Record<string, readonly [expected: string, isValid: (value: unknown) => boolean]>> = {
  bodies: ['a string', isText],
  headers: ['a list of strings', isList],
  redact: ['a list of strings', isList],
  signatureHeaders: ['a list of strings', isList],
  preflights: ['true or false', isBoolean],
  trustProxy: ['true, false, a number of proxies, or their IP addresses', isTrustProxy],
  environment: ['a string', isText],
  hintMember: ['a string', isText],
  hints: ['true or false', isBoolean],
  flushOnSigterm: ['true or false', isBoolean],
  ...Object.fromEntries(
    ['user', 'route', 'ignore', 'classify', 'errorCode', 'onError', 'fetch'].map((name) => [
      name,
      ['a function', isFunction],
    ]),
  ),
};

/** Returns the options that have the correct type, and an error for each of the other options. */
function checkTypes(givenOptions: unknown): { options: CaptureOptions<never>; errors: string[] } {
  if (typeof givenOptions !== 'object' || givenOptions === null) {
    const errors = ['The options must be an object with "url", "project" and "key".'];
    return { options: {} as CaptureOptions<never>, errors };
  }
  const options: Record<string, unknown> = { ...givenOptions };
  const errors: string[] = [];
  for (const [name, [expected, isValid]] of Object.entries(OPTION_TYPES)) {
    if (options[name] === undefined || isValid(options[name])) continue;
    errors.push(
      `Option "${name}" must be ${expected} (got ${options[name] === null ? 'null' : typeof options[name]}).`,
    );
    delete options[name];
  }
  return { options: options as unknown as CaptureOptions<never>, errors };
}

function getBaseUrl(text: string): string | undefined {
  try {
    const { protocol, username, password, search, hash, href } = new URL(text);
    if (!/^https?:$/.test(protocol) || username + password + search + hash !== '') return undefined;
    return href.replace(/\/+$/, '');
  } catch {
    return undefined;
  }
}
