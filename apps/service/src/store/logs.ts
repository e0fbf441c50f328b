import type { LogFilters } from '@context-sync/core';
import { idFrom } from './ids.ts';
import type { Page } from './page.ts';

/** A captured request without what was sent and answered. */
export interface LogSummary {
  readonly id: string;
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly groupEmail: string | null;
  /** UTC, with milliseconds and `Z`. */
  readonly timestamp: string;
}

/** JSON as it is written: stored to the letter, so that a large value is not built again for it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What was sent or answered: any JSON, or a JsonText of it when it is put in. */
export interface LogRecord extends LogSummary {
  readonly request: unknown;
  readonly response: unknown;
}

export type NewLogRecord = Omit<LogRecord, 'id'>;

/** A log as it is stored: with text that has a UTF-8 form. */
export function storedLog(record: NewLogRecord): NewLogRecord {
  return {
    ...record,
    method: record.method.toWellFormed(),
    url: record.url.toWellFormed(),
    groupEmail: record.groupEmail?.toWellFormed() ?? null,
  };
}

/** The JSON text of what was sent or answered. */
export function jsonOf(captured: unknown): string {
  return captured instanceof JsonText ? captured.text : JSON.stringify(captured ?? null);
}

export type LogSearch = Omit<LogFilters, 'limit'>;

/** Captured requests, apart from everything else, because they are many and may come to live elsewhere. */
export interface Logs {
  add(projectId: string, record: NewLogRecord): Promise<LogRecord>;
  /** All or none. @returns what `logIdFrom` makes their ids of */
  addAll(projectId: string, records: readonly NewLogRecord[]): Promise<string>;
  /**
   * Newest first; of the same time, the one that was put in last. A search that takes too long ends early with what it found and a cursor.
   * @throws CursorError
   */
  search(
    projectId: string,
    search: LogSearch,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<Page<LogSummary>>;
  get(projectId: string, id: string): Promise<LogRecord | undefined>;
  /** Deletes the oldest ones that were captured before a time, at most `limit`. @returns how many */
  prune(projectId: string, before: string, limit: number): Promise<number>;
}

/** The id of the log at a place in a batch. @param seed as `addAll` returned it */
export function logIdFrom(seed: string, at: number): string {
  return idFrom('log', seed, at);
}
