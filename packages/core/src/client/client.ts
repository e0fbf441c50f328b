import { type ContextItemInput, contextItemInput } from '../contract/context-item.ts';
import { type DataSourceInput, dataSourceInput } from '../contract/data-source.ts';
import { API_PREFIX } from '../contract/limits.ts';
import { type LogFilters, logFilters } from '../contract/log-filters.ts';
import { type Answer, looseId } from './loose-answer.ts';
import type { Transport } from './transport.ts';

/** Most bytes of a response with logs: 32 MiB. A log holds the bodies of a captured request and its response. */
const LOGS_LIMIT = 32 * 1024 * 1024;

export interface ReadOptions {
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends ReadOptions {
  /** Stable over all attempts at the same logical write. */
  readonly idempotencyKey: string;
  /** True only where the service is known to honour Idempotency-Key; then the write is retried like a read. Default false. */
  readonly repeatable?: boolean;
}

/** What was created. The specification does not show the answer, so the id is there only where one was found. */
export interface Created {
  readonly id: string | undefined;
  readonly answer: Answer;
}

/**
 * The five operations that the specification gives, and no other.
 * Every method throws an `ApiError`, or a `ZodError` for input outside the contract, before anything is sent.
 */
export interface Client {
  searchLogs(slug: string, filters?: LogFilters, options?: ReadOptions): Promise<Answer>;
  getLog(slug: string, logId: string, options?: ReadOptions): Promise<Answer>;
  getProject(slug: string, options?: ReadOptions): Promise<Answer>;
  connectDataSource(slug: string, source: DataSourceInput, options: WriteOptions): Promise<Created>;
  createContextItem(slug: string, item: ContextItemInput, options: WriteOptions): Promise<Created>;
}

export function createClient(send: Transport): Client {
  const project = (slug: string, ...rest: string[]) => [...API_PREFIX.split('/'), 'projects', slug, ...rest];
  const create = async (path: string[], json: unknown, options: WriteOptions): Promise<Created> => {
    const answer = await send({ method: 'post', path, json, ...options });
    return { id: looseId(answer), answer };
  };
  const logs = { method: 'get', maxBytes: LOGS_LIMIT } as const;
  return {
    searchLogs: async (slug, filters = {}, options) =>
      send({ ...logs, path: project(slug, 'logs'), query: defined(logFilters.parse(filters)), ...options }),
    getLog: async (slug, logId, options) => send({ ...logs, path: project(slug, 'logs', logId), ...options }),
    getProject: async (slug, options) => send({ method: 'get', path: project(slug), ...options }),
    connectDataSource: async (slug, source, options) =>
      create(project(slug, 'data-sources'), dataSourceInput.parse(source), options),
    createContextItem: async (slug, item, options) =>
      create(project(slug, 'context'), contextItemInput.parse(item), options),
  };
}

function defined(filters: LogFilters): Record<string, string | number> {
  const query: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query[name] = value;
  return query;
}
