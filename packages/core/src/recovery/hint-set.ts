/**
 * A hint of the compiled hint set that `GET /api/v1/projects/{slug}/recovery/hint-set` returns: `{ "version": 1, "hints": [...] }`. The hints are in
 * order of precedence, so that the first matching hint is returned. The SDK ignores unknown properties, and omits hints that it cannot parse.
 */
export interface CompiledHint {
  readonly id: string;
  /**
   * Version of the hint, which changes when the hint is edited, so that its effect is measured again with new groups of users; undefined if the service sends
   * none.
   */
  readonly version: string | undefined;
  readonly title: string | undefined;
  readonly match: HintMatch;
  /** URL of the documentation of the error, which is sent as `Link: <…>; rel="help"`. */
  readonly documentation: string | undefined;
  readonly retryable: boolean | null;
  readonly retryAfterSeconds: number | undefined;
  /** The steps, which are passed on unchanged. */
  readonly steps: readonly unknown[];
  readonly audience: 'agents' | 'everyone';
  /** Percentage of users who do not get the hint, from 0 to 50. */
  readonly holdOutPercent: number;
}

/** The conditions of a hint. All conditions that are present must match. */
export interface HintMatch {
  readonly method: string | undefined;
  /** Segments of a path template. The segment of a parameter is `{}`. */
  readonly route: readonly string[] | undefined;
  /** A status such as 422, or the first digit of a status class such as 4. */
  readonly status: number | undefined;
  readonly errorCode: string | undefined;
  readonly messageContains: string | undefined;
}

/** Maximum number of hints that the SDK keeps, and maximum size of a hint set that it reads. */
export const MAX_HINTS = 2_000;
export const MAX_SET_BYTES = 1_048_576;
const MAX_STEPS = 5;
const MAX_VERSION_LENGTH = 64;
const MAX_HINT_JSON = 16_384;

/** Parses a hint set. @returns undefined if the text is not a hint set, or has a version that the SDK does not support */
export function parseHintSet(text: string): CompiledHint[] | undefined {
  const parsedSet = toObject(parseOrUndefined(text));
  if (parsedSet?.version !== 1 || !Array.isArray(parsedSet.hints)) return undefined;
  return parsedSet.hints.slice(0, MAX_HINTS).flatMap((each) => getHint(toObject(each)) ?? []);
}

function getHint(value: Readonly<Record<string, unknown>> | undefined): CompiledHint | undefined {
  const match = toObject(value?.match);
  if (value === undefined || match === undefined || typeof value.id !== 'string' || value.id === '') return undefined;
  const steps = Array.isArray(value.steps) ? value.steps.slice(0, MAX_STEPS) : [];
  if (JSON.stringify(steps).length > MAX_HINT_JSON) return undefined;
  const hintMatch = getMatch(match);
  if (hintMatch === undefined) return undefined;
  const holdOut = typeof value.holdOutPercent === 'number' ? value.holdOutPercent : 0;
  const seconds = value.retryAfterSeconds;
  return {
    id: value.id.slice(0, 128),
    version: getText(value.version)?.slice(0, MAX_VERSION_LENGTH),
    title: getText(value.title)?.slice(0, 120),
    match: hintMatch,
    documentation: getWebUrl(value.documentation),
    retryable: typeof value.retryable === 'boolean' ? value.retryable : null,
    retryAfterSeconds:
      typeof seconds === 'number' && seconds >= 0 && seconds <= 86_400 ? Math.ceil(seconds) : undefined,
    steps,
    audience: value.audience === 'everyone' ? 'everyone' : 'agents',
    holdOutPercent: Math.min(Math.max(holdOut, 0), 50),
  };
}

function getMatch(match: Readonly<Record<string, unknown>>): HintMatch | undefined {
  const status = getStatus(match.status);
  // The whole hint is omitted, because without a condition that cannot be parsed it would match too many errors.
  if (match.status !== undefined && match.status !== null && status === undefined) return undefined;
  const route = getText(match.route);
  return {
    method: getText(match.method)?.toUpperCase(),
    route: route === undefined ? undefined : splitTemplate(route),
    status,
    errorCode: getText(match.errorCode),
    messageContains: getText(match.messageContains),
  };
}

/** Parses the status of a condition: `422`, `"422"` or `"4xx"`. A class is represented by its first digit. */
function getStatus(value: unknown): number | undefined {
  const text = String(value);
  if (/^[45]xx$/i.test(text)) return Number(text[0]);
  return /^[45]\d\d$/.test(text) ? Number(text) : undefined;
}

/** Returns the segments of a path template in any of the usual notations: `/pets/{petId}`, `/pets/:petId`, `/pets/:petId{[0-9]+}`. */
export function splitTemplate(template: string): string[] {
  return template
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (/^[{:*]|^\[.*\]$/.test(segment) ? '{}' : segment));
}

function getWebUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_048) return undefined;
  try {
    const { protocol, href } = new URL(value);
    return /^https?:$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

const getText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function toObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
