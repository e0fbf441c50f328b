import { type Attributes, getAttribute, getAttributeText } from './attributes.ts';
import { type OtlpSpan, SERVER_KIND } from './otlp-span.ts';
import { getSpanUrl } from './span-url.ts';
import { getUser } from './span-users.ts';

/** The HTTP request that a server span describes, with the property names of a log. Values are not validated. */
export interface SpanRequest {
  readonly status: number;
  readonly method: string;
  /** URL that the client requested; a path if the span does not name the host. At most 8,192 characters. */
  readonly url: string;
  /** Email address of the user, at most 320 characters. */
  readonly groupEmail: string | undefined;
  /** Start of the request as an ISO 8601 time in UTC, or `invalid`. */
  readonly timestamp: string;
  readonly durationMs: number;
  readonly route: string | undefined;
  readonly userAgent: string | undefined;
  readonly environment: string | undefined;
  readonly traceId: string | undefined;
  /** Captured headers of the request and of the response, in the format of the SDK. */
  readonly request: object | undefined;
  readonly response: object | undefined;
}

const MAX_URL_CHARS = 8_192;
const MAX_EMAIL_CHARS = 320;
const MAX_ROUTE_CHARS = 1_024;
const MAX_USER_AGENT_CHARS = 2_048;
const MAX_ENVIRONMENT_CHARS = 32;
const NS_PER_MS = 1_000_000n;
/** Status of a request whose client disconnected before the response. The SDK records the same status. */
const NO_RESPONSE = 499;
const HEADER_PATTERN = /^http\.(request|response)\.header\.(.+)$/;

/**
 * Returns the request that a span describes, or undefined if the span is not a server span of an HTTP request.
 * @param innerUser user in the attributes of a span within this span. A user in the attributes of the span itself takes precedence
 */
export function getSpanRequest(span: OtlpSpan, innerUser?: string): SpanRequest | undefined {
  if (span.kind !== SERVER_KIND) return undefined;
  const { attributes, resource, traceId, startNs, endNs } = span;
  const method = getAttributeText(attributes, 'http.request.method_original', 'http.request.method', 'http.method');
  if (method === undefined) return undefined;
  const status = getAttribute(attributes, 'http.response.status_code', 'http.status_code');
  const environment = getAttributeText(resource, 'deployment.environment.name', 'deployment.environment');
  return {
    status: status === undefined ? NO_RESPONSE : Number(status),
    method,
    url: shorten(getSpanUrl(attributes), MAX_URL_CHARS),
    groupEmail: shorten(getUser(attributes) ?? innerUser, MAX_EMAIL_CHARS),
    timestamp: getTime(startNs),
    durationMs: endNs > startNs ? Number(endNs - startNs) / Number(NS_PER_MS) : 0,
    route: shorten(getAttributeText(attributes, 'http.route'), MAX_ROUTE_CHARS),
    userAgent: shorten(getAttributeText(attributes, 'user_agent.original', 'http.user_agent'), MAX_USER_AGENT_CHARS),
    environment: shorten(environment, MAX_ENVIRONMENT_CHARS),
    traceId: traceId || undefined,
    request: getHeaders(attributes, 'request'),
    response: getHeaders(attributes, 'response'),
  };
}

/** Returns the problem with the ids of a span, or undefined if both are valid. */
export function findIdProblem({ traceId, spanId }: OtlpSpan): string | undefined {
  if (!/^(?!0+$)[\da-f]{32}$/.test(traceId)) return 'the trace id must have 16 bytes that are not all zero';
  return /^(?!0+$)[\da-f]{16}$/.test(spanId) ? undefined : 'the span id must have 8 bytes that are not all zero';
}

/** Returns the headers that the instrumentation captured, in the format of the SDK. */
function getHeaders(attributes: Attributes, side: 'request' | 'response'): object | undefined {
  const headers = [...attributes].flatMap(([name, value]) => {
    const [, headerSide, header] = HEADER_PATTERN.exec(name) ?? [];
    if (headerSide !== side || header === undefined || value === undefined) return [];
    return [[header.toLowerCase().replaceAll('_', '-'), Array.isArray(value) ? value.join(', ') : String(value)]];
  });
  return headers.length === 0 ? undefined : { headers: Object.fromEntries(headers) };
}

function getTime(nanoseconds: bigint): string {
  const time = new Date(Number(nanoseconds / NS_PER_MS));
  return Number.isNaN(time.getTime()) ? 'invalid' : time.toISOString();
}

/** Shortens a text to the maximum of its property, like the SDK. */
function shorten<T extends string | undefined>(text: T, maxChars: number) {
  return text === undefined || text.length <= maxChars ? text : text.slice(0, maxChars).toWellFormed();
}
