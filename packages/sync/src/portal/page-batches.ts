import {
  ApiError,
  type ApiErrorKind,
  type DocsPageLine,
  formatPageLines,
  InvalidRequestError,
  isChangedMeanwhile,
} from '@context-sync/core';
import type { PortalChange } from './portal-plan.ts';

/** Maximum number of pages in a batch. It is lower than the limit of the service (500), because the service must render a batch within a time limit. */
const MAX_BATCH_PAGES = 50;
/** Maximum number of pages in the first batch if the outcome of a batch of the run before is unknown, which may have been too slow. */
const MAX_PAGES_AFTER_UNKNOWN = 10;
/** Maximum size of a batch in bytes before compression, which is below the limit of the service (8 MiB). */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** A change that is sent in a batch of pages. */
export type BatchedChange =
  | Extract<PortalChange, { what: 'page'; kind: 'create' | 'update' | 'move' }>
  | DeletionChange;
type DeletionChange = Extract<PortalChange, { kind: 'delete' }>;

/** A change with its line in the body of the request. */
export interface BatchLine {
  readonly change: BatchedChange;
  readonly line: DocsPageLine;
}

/** Returns the line in the request body for a change. */
export function createBatchLine(change: BatchedChange, commit: string): BatchLine {
  if (change.kind === 'delete') {
    const { path, before } = change;
    return { change, line: { path, delete: true, ifMatch: before.etag ?? '' } };
  }
  const { kind, path, page, before } = change;
  const { title, description, markdown, order, file, editUrl } = page;
  return {
    change,
    line: {
      path,
      title,
      description,
      markdown: markdown.toWellFormed(),
      public: page.public,
      order,
      source: { file, commit, ...(editUrl === undefined ? {} : { editUrl }) },
      ifMatch: kind === 'update' ? (before?.etag ?? null) : null,
      ...(kind === 'move' && before ? { movedFrom: before.path, movedFromIfMatch: before.etag ?? null } : {}),
    },
  };
}

/** The time in milliseconds after which a batch counts as slow. The service stops rendering pages of a batch at this time, and ends a request after 30 s. */
const SLOW_BATCH_MS = 10_000;

/** Kinds of errors that smaller batches can avoid: the platform was too busy or too slow, or the connection was cut during a long request. */
const OVERLOAD_KINDS: ReadonlySet<ApiErrorKind> = new Set(['rate-limited', 'server', 'timeout', 'network']);

/** What to do with a batch that was not stored: `divide` into halves, because one of its pages is invalid, or `send-again` in smaller batches. */
export type BatchReaction = 'divide' | 'send-again';

/**
 * Divides lines into batches. After a batch that was rejected because of its size, that failed, or that was slow, later batches have half as many pages. Each
 * quick batch lets the next one have one page more.
 */
export class PageBatcher {
  #maxPages: number;

  /** @param isAfterUnknown whether the outcome of a batch of the run before is unknown */
  constructor(isAfterUnknown: boolean) {
    this.#maxPages = isAfterUnknown ? MAX_PAGES_AFTER_UNKNOWN : MAX_BATCH_PAGES;
  }

  /** Removes the lines of the next batch from the queue. */
  take(queue: BatchLine[]): BatchLine[] {
    let bytes = 0;
    const end = queue.findIndex((line, index) => {
      bytes += Buffer.byteLength(formatPageLines([line.line]));
      return index > 0 && (index === this.#maxPages || bytes > MAX_BATCH_BYTES);
    });
    return queue.splice(0, end === -1 ? queue.length : end);
  }

  /** Notes how long the platform took to store a batch. */
  onStored(pages: number, durationMs: number): void {
    if (durationMs >= SLOW_BATCH_MS) this.#halve(pages);
    else this.#maxPages = Math.min(this.#maxPages + 1, MAX_BATCH_PAGES);
  }

  /**
   * Decides what to do with the pages of a batch that the platform has not stored. Returns undefined if this run cannot publish them: if the batch may
   * still be executed, a second one with the same pages could be executed before it, and a later change be overwritten.
   */
  onFailure(pages: number, error: unknown): BatchReaction | undefined {
    if (pages === 1 || isChangedMeanwhile(error) || !(error instanceof ApiError)) return undefined;
    if (error.status === 413 || OVERLOAD_KINDS.has(error.kind)) {
      this.#halve(pages);
      return error.outcomeUnknown ? undefined : 'send-again';
    }
    return error instanceof InvalidRequestError ? 'divide' : undefined;
  }

  #halve(pages: number): void {
    this.#maxPages = Math.max(1, Math.min(this.#maxPages, Math.floor(pages / 2)));
  }
}
