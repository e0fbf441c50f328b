import { type Attributes, type OtlpSpan, SERVER_KIND } from './otlp-span.ts';

/** The HTTP request that a server span describes, with the property names of a log. Values are not validated. */
export interface SpanRequest {
  readonly status: number;
  readonly method: string;
  /** URL that the client requested; a path if the span does not name the host. At most 8,192 characters. */
  readonly url: string;
  /** E-mail of the caller, at most 320 characters. */
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
const NS_PER_MS = 1_000_000n;
/** Status of a request whose client disconnected before the response. The SDK records the same status. */
const NO_RESPONSE = 499;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };
const HEADER_PATTERN = /^http\.(request|response)\.header\.(.+)$/;

/** Returns the request that a span describes, or undefined if the span is not a server span of an HTTP request. */
export function getSpanRequest(span: OtlpSpan): SpanRequest | undefined {
  if (span.kind !== SERVER_KIND) return undefined;
  const { attributes, resource, traceId, startNs, endNs } = span;
  const getAttributeText = (...names: readonly string[]) => getText(attributes, names);
  const method = getAttributeText('http.request.method_original', 'http.request.method', 'http.method');
  if (method === undefined) return undefined;
  const status = getFirst(attributes, ['http.response.status_code', 'http.status_code']);
  return {
    status: status === undefined ? NO_RESPONSE : Number(status),
    method,
    url: getUrl(attributes).slice(0, MAX_URL_CHARS),
    groupEmail: getAttributeText('user.email', 'enduser.id')?.slice(0, MAX_EMAIL_CHARS),
    timestamp: getTime(startNs),
    durationMs: endNs > startNs ? Number(endNs - startNs) / Number(NS_PER_MS) : 0,
    route: getAttributeText('http.route'),
    userAgent: getAttributeText('user_agent.original', 'http.user_agent'),
    environment: getText(resource, ['deployment.environment.name', 'deployment.environment']),
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

/** Builds the URL that the client requested from the current attribute names, or otherwise from the names of older instrumentations. */
function getUrl(attributes: Attributes): string {
  const getAttributeText = (...names: readonly string[]) => getText(attributes, names);
  const fullUrl = getAttributeText('url.full', 'http.url');
  if (fullUrl !== undefined) return fullUrl;
  const query = getAttributeText('url.query');
  const target = getAttributeText('http.target') ?? `${getAttributeText('url.path') ?? '/'}${query ? `?${query}` : ''}`;
  const host = getAttributeText('http.host') ?? getHost(attributes);
  return host === undefined ? target : `${getAttributeText('url.scheme', 'http.scheme') ?? 'http'}://${host}${target}`;
}

function getHost(attributes: Attributes): string | undefined {
  const name = getText(attributes, ['server.address', 'http.server_name', 'net.host.name']);
  const port = getFirst(attributes, ['server.port', 'net.host.port']);
  const scheme = getText(attributes, ['url.scheme', 'http.scheme']) ?? 'http';
  if (name === undefined || port === undefined || Number(port) === DEFAULT_PORTS[scheme]) return name;
  return `${name}:${Number(port)}`;
}

/** Returns the headers that the instrumentation captured, in the format of the SDK. */
function getHeaders(attributes: Attributes, side: 'request' | 'response'): object | undefined {
  const headers = [...attributes].flatMap(([name, value]) => {
    const [, headerSide, header] = HEADER_PATTERN.exec(name) ?? [];
    if (headerSide !== side || header === undefined || value === undefined) return [];
    return [[header.replaceAll('_', '-'), Array.isArray(value) ? value.join(', ') : String(value)]];
  });
  return headers.length === 0 ? undefined : { headers: Object.fromEntries(headers) };
}

function getTime(nanoseconds: bigint): string {
  const time = new Date(Number(nanoseconds / NS_PER_MS));
  return Number.isNaN(time.getTime()) ? 'invalid' : time.toISOString();
}

function getFirst(attributes: Attributes, names: readonly string[]) {
  return names.map((name) => attributes.get(name)).find((value) => value !== undefined && value !== '');
}

function getText(attributes: Attributes, names: readonly string[]): string | undefined {
  const value = getFirst(attributes, names);
  return value === undefined ? undefined : String(value);
}
