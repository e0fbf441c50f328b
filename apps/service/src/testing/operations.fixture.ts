import { getEndpointId } from '../areas/logs/endpoint-name.ts';
import { HAR, HINT, ITEM, LOG, OPENAPI_DOCUMENT, SOURCE } from './service.fixture.ts';

export interface TestOperation {
  readonly method: string;
  /** Path below the project, with placeholders such as `{itemId}` for ids. */
  readonly path: string;
  readonly json?: unknown;
  /** Raw body; its headers are in `headers`. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

/** Valid requests, one for every read operation. */
export const READS: readonly TestOperation[] = [
  { method: 'GET', path: '' },
  { method: 'GET', path: '/logs' },
  { method: 'GET', path: '/logs/{logId}' },
  { method: 'GET', path: '/context' },
  { method: 'GET', path: '/context/{itemId}' },
  { method: 'GET', path: '/context-search?q=key' },
  { method: 'GET', path: '/data-sources' },
  { method: 'GET', path: '/data-sources/{sourceId}' },
  { method: 'GET', path: '/members' },
  { method: 'GET', path: '/audit' },
  { method: 'GET', path: '/metrics/summary' },
  { method: 'GET', path: '/metrics/timeseries' },
  { method: 'GET', path: '/metrics/top-endpoints' },
  { method: 'GET', path: '/metrics/endpoints/{endpointId}' },
  { method: 'GET', path: '/metrics/errors' },
  { method: 'GET', path: '/users' },
  { method: 'GET', path: '/users/{userId}' },
  { method: 'GET', path: '/users/{userId}/timeseries' },
  { method: 'GET', path: '/users/{userId}/erasure' },
  { method: 'GET', path: '/users-at-risk/thresholds' },
  { method: 'GET', path: '/recovery/hints' },
  { method: 'GET', path: '/recovery/hints/{hintId}' },
  { method: 'GET', path: '/recovery/hints/{hintId}/effect' },
  { method: 'GET', path: '/recovery/hint-set' },
  { method: 'GET', path: '/recovery/candidates' },
  { method: 'GET', path: '/api-description' },
];

/** Valid requests, one for every write operation. */
export const WRITES: readonly TestOperation[] = [
  { method: 'POST', path: '/context', json: ITEM },
  { method: 'POST', path: '/data-sources', json: SOURCE },
  { method: 'POST', path: '/logs', json: LOG },
  {
    method: 'POST',
    path: '/logs-batch',
    text: `${JSON.stringify(LOG)}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  },
  { method: 'POST', path: '/logs-har', json: HAR },
  { method: 'POST', path: '/otlp/v1/traces', json: { resourceSpans: [] } },
  { method: 'PATCH', path: '/users/{userId}', json: { note: 'Called' } },
  { method: 'DELETE', path: '/users/{userId}' },
  { method: 'PUT', path: '/users-at-risk/thresholds', json: { silentDays: 5 } },
  { method: 'POST', path: '/recovery/hints', json: { ...HINT, match: { status: 409 } } },
  { method: 'POST', path: '/recovery/test', json: { method: 'GET', url: '/pets/1', status: 404 } },
  { method: 'PUT', path: '/recovery/hints/{hintId}', json: HINT },
  { method: 'DELETE', path: '/recovery/hints/{hintId}' },
  { method: 'PUT', path: '/context/{itemId}', json: { title: 'Replaced' } },
  { method: 'DELETE', path: '/context/{itemId}' },
  { method: 'PUT', path: '/api-description', json: OPENAPI_DOCUMENT },
  { method: 'DELETE', path: '/api-description' },
  { method: 'DELETE', path: '/data-sources/{sourceId}' },
];

export const OPERATIONS: readonly TestOperation[] = [...READS, ...WRITES];

interface Ids {
  readonly itemId: string;
  readonly logId: string;
  readonly sourceId: string;
  readonly hintId: string;
  readonly userId: string;
}

/** Returns the path with its placeholders replaced by ids. */
export function fillPath(path: string, ids: Ids): string {
  return path
    .replace('{endpointId}', getEndpointId(LOG))
    .replace('{hintId}', ids.hintId)
    .replace('{itemId}', ids.itemId)
    .replace('{logId}', ids.logId)
    .replace('{sourceId}', ids.sourceId)
    .replace('{userId}', ids.userId);
}
