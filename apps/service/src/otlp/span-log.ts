import type { z } from '@hono/zod-openapi';
import { newLogSchema } from '../ingest/new-log.ts';
import type { NewLogRecord } from '../store/logs.ts';
import { type Attributes, type OtlpSpan, SERVER_KIND } from './otlp-span.ts';

/** A log that was created from a span, with the ids of the span. */
export interface SpanLog {
  readonly traceId: string;
  readonly spanId: string;
  readonly record: NewLogRecord;
}

/** The logs that were created from spans, and the number of rejected spans. */
export interface SpanLogBatch {
  readonly logs: readonly SpanLog[];
  /** Number of rejected spans: server spans of HTTP requests that are not valid logs. */
  readonly rejected: number;
  /** Problem of the first rejected span; undefined if none was rejected. */
  readonly problem: string | undefined;
}

const MAX_URL_CHARS = 8_192;
const MAX_EMAIL_CHARS = 320;
const NS_PER_MS = 1_000_000n;
/** Status of a request whose client disconnected before the response. The SDK records the same status. */
const NO_RESPONSE = 499;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };
const HEADER = /^http\.(request|response)\.header\.(.+)$/;

/** Converts the server spans of HTTP requests to logs. Other spans are skipped. */
export function logsOfSpans(spans: readonly OtlpSpan[]): SpanLogBatch {
  const logs: SpanLog[] = [];
  let rejectedCount = 0;
  let problem: string | undefined;
  for (const span of spans) {
    const input = span.kind === SERVER_KIND ? getInput(span) : undefined;
    if (input === undefined) continue;
    const { traceId, spanId } = span;
    const log = newLogSchema.safeParse(input);
    const [issue] = log.success ? [] : log.error.issues;
    const problemText = issue ? `${issue.path.join('.')}: ${issue.message}` : problemOfIds(span);
    if (log.success && problemText === undefined) {
      logs.push({ traceId, spanId, record: { request: null, response: null, ...log.data } });
      continue;
    }
    rejectedCount += 1;
    problem ??= `span ${spanId || 'without an id'}: ${problemText}`;
  }
  return { logs, rejected: rejectedCount, problem };
}

/** Returns the log of a span, or undefined if the span is not an HTTP request. */
function getInput({
  attributes,
  resource,
  traceId,
  startNs,
  endNs,
}: OtlpSpan): z.input<typeof newLogSchema> | undefined {
  const text = (...names: readonly string[]) => textIn(attributes, names);
  const method = text('http.request.method_original', 'http.request.method', 'http.method');
  if (method === undefined) return undefined;
  const status = getFirst(attributes, ['http.response.status_code', 'http.status_code']);
  return {
    status: status === undefined ? NO_RESPONSE : Number(status),
    method,
    url: getUrl(attributes).slice(0, MAX_URL_CHARS),
    groupEmail: text('user.email', 'enduser.id')?.slice(0, MAX_EMAIL_CHARS),
    timestamp: getTime(startNs),
    durationMs: endNs > startNs ? Number(endNs - startNs) / Number(NS_PER_MS) : 0,
    route: text('http.route'),
    userAgent: text('user_agent.original', 'http.user_agent'),
    environment: textIn(resource, ['deployment.environment.name', 'deployment.environment']),
    traceId: traceId || undefined,
    request: getHeaders(attributes, 'request'),
    response: getHeaders(attributes, 'response'),
  };
}

function problemOfIds({ traceId, spanId }: OtlpSpan): string | undefined {
  if (!/^(?!0+$)[\da-f]{32}$/.test(traceId)) return 'the trace id must have 16 bytes that are not all zero';
  return /^(?!0+$)[\da-f]{16}$/.test(spanId) ? undefined : 'the span id must have 8 bytes that are not all zero';
}

/** Builds the URL that the client requested from the current attribute names, or otherwise from the names of older instrumentations. */
function getUrl(attributes: Attributes): string {
  const text = (...names: readonly string[]) => textIn(attributes, names);
  const fullUrl = text('url.full', 'http.url');
  if (fullUrl !== undefined) return fullUrl;
  const query = text('url.query');
  const target = text('http.target') ?? `${text('url.path') ?? '/'}${query ? `?${query}` : ''}`;
  const host = text('http.host') ?? getHost(attributes);
  return host === undefined ? target : `${text('url.scheme', 'http.scheme') ?? 'http'}://${host}${target}`;
}

function getHost(attributes: Attributes): string | undefined {
  const name = textIn(attributes, ['server.address', 'http.server_name', 'net.host.name']);
  const port = getFirst(attributes, ['server.port', 'net.host.port']);
  const scheme = textIn(attributes, ['url.scheme', 'http.scheme']) ?? 'http';
  if (name === undefined || port === undefined || Number(port) === DEFAULT_PORTS[scheme]) return name;
  return `${name}:${Number(port)}`;
}

/** Returns the headers that the instrumentation captured, in the format of the SDK. */
function getHeaders(attributes: Attributes, side: 'request' | 'response'): object | undefined {
  const headers = [...attributes].flatMap(([name, value]) => {
    const [, of, header] = HEADER.exec(name) ?? [];
    if (of !== side || header === undefined || value === undefined) return [];
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

function textIn(attributes: Attributes, names: readonly string[]): string | undefined {
  const value = getFirst(attributes, names);
  return value === undefined ? undefined : String(value);
}
