import { type Attributes, getAttributeText } from './attributes.ts';
import { type OtlpSpan, SERVER_KIND } from './otlp-span.ts';

/** Returns the user in the attributes of a span. */
export function getUser(attributes: Attributes): string | undefined {
  return ['user.email', 'enduser.id', 'user.id']
    .map((name) => getAttributeText(attributes, name)?.trim())
    .find((user) => user !== undefined && user !== '');
}

/**
 * Finds the users of server spans whose own attributes contain no user. Attributes that an application sets on its active span often belong to a span within
 * the server span, such as the span of a middleware. Uses the first of these inner spans in the request that has a user. A span within a nested server span is
 * used only for the nested server span.
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
 * Returns the nearest server span that contains a span.
 * @param servers results by span. This function adds its results, so that each span is visited only once, regardless of the nesting depth
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
    // In a cycle of parents, the search ends at the first span, because it then has a result.
    servers.set(span, undefined);
    span = spansById.get(getKey(span.traceId, span.parentSpanId));
  }
  const server = span?.kind === SERVER_KIND ? span : span && servers.get(span);
  for (const visitedSpan of visitedSpans) servers.set(visitedSpan, server);
  return server;
}

const getKey = (traceId: string, spanId: string) => `${traceId} ${spanId}`;
