import { type ContextItemInput, contextItemInput } from '../contract/context-item.ts';
import { type DataSourceInput, dataSourceInput } from '../contract/data-source.ts';
import { API_PREFIX } from '../contract/limits.ts';
import { type LogFilters, logFilters } from '../contract/log-filters.ts';
import { type ApiResponse, findId } from './api-response.ts';
import type { Transport } from './http-transport.ts';

/** Maximum size of a response with logs: 32 MiB. A log contains the bodies of a captured request and its response. */
const MAX_LOGS_BYTES = 32 * 1024 * 1024;

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends RequestOptions {
  /** The Idempotency-Key, which is the same for all attempts to send one logical write. */
  readonly idempotencyKey: string;
  /** Whether the service is known to honor the Idempotency-Key, so that the write can be retried like a read. Default: false. */
  readonly repeatable?: boolean;
}

/** The response to a create request. The specification does not define the response body, so the ID may be missing. */
export interface CreateResult {
  readonly id: string | undefined;
  readonly response: ApiResponse;
}

/**
 * The five operations of the specification. Every method throws an `ApiError` if the request fails. For invalid input, it throws a `ZodError` before
 * it sends anything.
 */
export interface Client {
  searchLogs(slug: string, filters?: LogFilters, options?: RequestOptions): Promise<ApiResponse>;
  getLog(slug: string, logId: string, options?: RequestOptions): Promise<ApiResponse>;
  getProject(slug: string, options?: RequestOptions): Promise<ApiResponse>;
  connectDataSource(slug: string, source: DataSourceInput, options: WriteOptions): Promise<CreateResult>;
  createContextItem(slug: string, item: ContextItemInput, options: WriteOptions): Promise<CreateResult>;
}

export function createClient(send: Transport): Client {
  const getProjectPath = (slug: string, ...rest: string[]) => [...API_PREFIX.split('/'), 'projects', slug, ...rest];
  const create = async (path: string[], json: unknown, options: WriteOptions): Promise<CreateResult> => {
    const response = await send({ method: 'post', path, json, ...options });
    return { id: findId(response), response };
  };
  const logs = { method: 'get', maxBytes: MAX_LOGS_BYTES } as const;
  return {
    searchLogs: async (slug, filters = {}, options) =>
      send({
        ...logs,
        path: getProjectPath(slug, 'logs'),
        query: omitUndefined(logFilters.parse(filters)),
        ...options,
      }),
    getLog: async (slug, logId, options) => send({ ...logs, path: getProjectPath(slug, 'logs', logId), ...options }),
    getProject: async (slug, options) => send({ method: 'get', path: getProjectPath(slug), ...options }),
    connectDataSource: async (slug, source, options) =>
      create(getProjectPath(slug, 'data-sources'), dataSourceInput.parse(source), options),
    createContextItem: async (slug, item, options) =>
      create(getProjectPath(slug, 'context'), contextItemInput.parse(item), options),
  };
}

function omitUndefined(filters: LogFilters): Record<string, string | number> {
  const query: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query[name] = value;
  return query;
}
