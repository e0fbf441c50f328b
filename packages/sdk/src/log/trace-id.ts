const TRACEPARENT_PATTERN = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** Returns the trace id that a `traceparent` header contains (W3C Trace Context). */
export function parseTraceId(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const id = TRACEPARENT_PATTERN.exec(traceparent)?.[1];
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}
