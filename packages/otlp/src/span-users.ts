import { type Attributes, getAttributeText } from './attributes.ts';
import { type OtlpSpan, SERVER_KIND } from './otlp-span.ts';

/** Returns the user that the attributes of a span name. */
export function getUser(attributes: Attributes): string | undefined {
  return ['user.email', 'enduser.id', 'user.id']
    .map((name) => getAttributeText(attributes, name)?.trim())
    .find((user) => user !== undefined && user !== '');
}

/**
 * Finds the users of server spans that name no user themselves. Attributes that an application sets on its active span often belong to a span within
 * the server span, such as the span of a middleware. The first of these spans in the request that names a user counts. Spans within another server
 * span count only for that one.
 * @returns users by server span
 */
export function findInnerUsers(spans: readonly OtlpSpan[]): ReadonlyMap<OtlpSpan, string> {
  const spansById = new Map(spans.map((span) => [getKey(span.traceId, span.spanId), span]));
  const users = new Map<OtlpSpan, string>();
  const servers = new Map<OtlpSpan, OtlpSpan | undefined>();
  for (const span of spans) {
    const user = span.kind === SERVER_KIND ? undefined : getUser(span.attributes);
    if (user === undefined) continue;
    const server = findServerSpan(span, spansById, servers);
    if (server !== undefined && !users.has(server)) users.set(server, user);
  }
  return users;
}

/**
 * Returns the nearest server span that a span is a part of.
 * @param servers results by span, which this function extends, so that each span is visited once however deep the spans are nested
 */
function findServerSpan(
  start: OtlpSpan,
  spansById: ReadonlyMap<string, OtlpSpan>,
  servers: Map<OtlpSpan, OtlpSpan | undefined>,
): OtlpSpan | undefined {
  const visitedSpans: OtlpSpan[] = [];
  let span: OtlpSpan | undefined = start;
  while (span !== undefined && span.kind !== SERVER_KIND && !servers.has(span)) {
    visitedSpans.push(span);
    // A loop of parents ends at the first span, which has a result then.
    servers.set(span, undefined);
    span = spansById.get(getKey(span.traceId, span.parentSpanId));
  }
  const server = span?.kind === SERVER_KIND ? span : span && servers.get(span);
  for (const visitedSpan of visitedSpans) servers.set(visitedSpan, server);
  return server;
}

const getKey = (traceId: string, spanId: string) => `${traceId} ${spanId}`;
