import { capabilities } from '@context-sync/core';
import { z } from 'zod';

/** Version of everything below. A state with another version is refused, never guessed at. */
export const SCHEMA_VERSION = 1;

/**
 * What we know of one item on the service:
 * - `live`: created, or replaced, and recorded
 * - `creating`, `replacing`, `removing`: an intent; without a recorded answer the item is in doubt
 * - `superseded`, `stale`: still there although its section has changed or is gone, as the API in use cannot remove it
 */
export const itemStatus = z.enum(['live', 'creating', 'replacing', 'removing', 'superseded', 'stale']);
export type ItemStatus = z.infer<typeof itemStatus>;

export const itemRecord = z.object({
  key: z.string(),
  /** Kept because a person who must find the item on the platform may have nothing else. */
  title: z.string(),
  fingerprint: z.string(),
  status: itemStatus,
  /** Remote id, where the service gave one. */
  id: z.string().optional(),
  /** Revision of the state that recorded the intent; makes the Idempotency-Key of its request. */
  revision: z.int(),
});
export type ItemRecord = z.infer<typeof itemRecord>;

export const documentRecord = z.object({
  path: z.string(),
  /** The blob whose items are all live, cut by `recipe`; null while something of the document is unsettled. */
  blob: z.string().nullable(),
  recipe: z.string(),
  items: z.array(itemRecord),
});
export type DocumentRecord = z.infer<typeof documentRecord>;

export const dataSourceRecord = z.object({
  status: z.enum(['creating', 'connected']),
  /** Hash of owner, repo, branch, category, provider and site URL. */
  fingerprint: z.string(),
  installationId: z.int(),
  id: z.string().optional(),
  revision: z.int(),
});
export type DataSourceRecord = z.infer<typeof dataSourceRecord>;

export const stateMeta = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  /** Made once, when the state is first written. */
  lineage: z.string(),
  /** Counts the writes. */
  revision: z.int(),
  /** Base URL of the service and slug of the project that this state speaks of. */
  service: z.string(),
  project: z.string(),
  /** As the service's description declared them at the last sync; a plan without a key relies on them. */
  capabilities,
  /** The commit that was applied last, whatever came of it; null before the first. */
  commit: z.string().nullable(),
  /** The last sync that left nothing undone; null before the first, and while something is undone. */
  synced: z
    .object({
      settings: z.string(),
      tree: z.string(),
      commit: z.string(),
      /** Items on the service then, so that a push without docs need not read the documents to report them. */
      items: z.int(),
      superseded: z.int(),
      stale: z.int(),
    })
    .nullable(),
  dataSource: dataSourceRecord.nullable(),
  /** Data sources of earlier settings, which are still connected on the service. */
  formerDataSources: z.array(dataSourceRecord),
});
export type StateMeta = z.infer<typeof stateMeta>;

export interface State {
  readonly meta: StateMeta;
  readonly documents: ReadonlyMap<string, DocumentRecord>;
}
