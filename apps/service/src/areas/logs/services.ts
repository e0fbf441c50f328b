import type { AreaStore } from '../../platform/ports.ts';
import type { LogParsers } from './log-parsers.ts';
import type { LogPorts, NewLogRecord } from './store.ts';

/** Assigns captured requests to the endpoints of the API. */
export interface RouteAssigner {
  /** Returns the logs with their assigned routes. */
  assign(projectId: string, records: readonly NewLogRecord[]): Promise<NewLogRecord[]>;
}

/** Services that the operations on captured requests use. */
export interface LogServices {
  readonly store: AreaStore<LogPorts>;
  readonly logParsers: LogParsers;
  readonly endpoints: RouteAssigner;
}
