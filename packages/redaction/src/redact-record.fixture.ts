import { createRedaction } from './redact.ts';

/** The parts of a captured request that can contain secrets. */
export interface CapturedRequest {
  readonly url: string;
  readonly request: unknown;
  readonly response: unknown;
}

/** Creates a function that redacts the URL, the request and the response of a captured request in the same way as the service. */
export function createRedact(more: readonly string[] = []): <T extends CapturedRequest>(record: T) => T {
  const redaction = createRedaction(more);
  const redactValue = (value: unknown) => JSON.parse(redaction.json(JSON.stringify(value), 0) ?? 'undefined');
  return (record) => ({
    ...record,
    url: redaction.url(record.url),
    request: redactValue(record.request),
    response: redactValue(record.response),
  });
}
