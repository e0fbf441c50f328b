import { type DocsPageLine, formatPageLines } from '@context-sync/core';
import type { PortalChange } from './portal-plan.ts';

/** Maximum number of pages in a batch. It is lower than the limit of the service (500), because the service must render a batch within a time limit. */
const MAX_BATCH_PAGES = 50;
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

/** Divides lines into batches. */
export function divideIntoBatches(lines: readonly BatchLine[]): BatchLine[][] {
  const batches: BatchLine[][] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(formatPageLines([line.line]));
    const last = batches.at(-1);
    if (!last || last.length === MAX_BATCH_PAGES || bytes + size > MAX_BATCH_BYTES) {
      batches.push([line]);
      bytes = size;
    } else {
      last.push(line);
      bytes += size;
    }
  }
  return batches;
}
