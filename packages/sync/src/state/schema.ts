import { capabilities } from '@context-sync/core';
import { z } from 'zod';

/** Version of everything below. A state of an earlier version is migrated when it is read; one of a later version is rejected. */
export const SCHEMA_VERSION = 2;

/**
 * What we know of one item on the service:
 * - `live`: created or updated, and recorded
 * - `creating`, `updating`, `deleting`: an intent; without a recorded response the item is in doubt
 * - `superseded`, `orphaned`: still there although its section has changed or is gone, because the API cannot delete it
 */
export const itemStatus = z.enum(['live', 'creating', 'updating', 'deleting', 'superseded', 'orphaned']);
export type ItemStatus = z.infer<typeof itemStatus>;

/** Who is about to send something. Tells an intent that is under way from one whose run has died. */
export const writer = z.object({
  /** Name of the run; not there once its request is over, whatever came of it. */
  run: z.string().optional(),
  /** When it was recorded, or when its request was over: milliseconds since 1970, by that runner's clock. */
  at: z.int(),
  /** Sent under an Idempotency-Key that the service says it honours: it can be sent again. */
  keyed: z.literal(true).optional(),
  /** When the key was first sent, if that was an earlier attempt; in milliseconds as `at`. */
  keyedSince: z.int().optional(),
});
export type Writer = z.infer<typeof writer>;

export const itemRecord = z.object({
  key: z.string(),
  /** Kept because a person who must find the item on the platform may have nothing else. */
  title: z.string(),
  fingerprint: z.string(),
  /** Whether the public may see it; only there where it is so. */
  public: z.literal(true).optional(),
  status: itemStatus,
  /** Remote id, where the service gave one. */
  id: z.string().optional(),
  /** Revision of the state that recorded the intent; makes the Idempotency-Key of its request. */
  revision: z.int(),
  /** Who recorded the intent, and when; there while it is one. */
  by: writer.optional(),
});
export type ItemRecord = z.infer<typeof itemRecord>;

export const documentRecord = z.object({
  path: z.string(),
  /** The blob whose items are all live, cut by `chunkConfigHash`; null while something of the document is unsettled. */
  blob: z.string().nullable(),
  chunkConfigHash: z.string(),
  /** Why the document gives no items, where that is so. */
  skipped: z.string().optional(),
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
  by: writer.optional(),
});
export type DataSourceRecord = z.infer<typeof dataSourceRecord>;

/** A superseded or orphaned item, or one in doubt, as far as a report lists it. */
export const reminder = z.object({
  path: z.string(),
  key: z.string(),
  title: z.string(),
  status: itemStatus,
  id: z.string().optional(),
  public: z.literal(true).optional(),
});
export type Reminder = z.infer<typeof reminder>;

/** What one shard of the documents holds, so that it need not be read to be counted or compared. */
export const shardSummary = z.object({
  /** Digest of the settled documents' paths, blobs and chunk config hashes; null while one of them is unsettled. */
  settled: z.string().nullable(),
  live: z.int(),
  superseded: z.int(),
  orphaned: z.int(),
  inDoubt: z.int(),
  /** Documents that give no items, as reading them has shown; absent where an earlier version wrote the shard last. */
  skipped: z.int().optional(),
  /** The first of those that every report lists: superseded, orphaned, in doubt. */
  reminders: z.array(reminder),
});
export type ShardSummary = z.infer<typeof shardSummary>;

/** A repository, as the runner names it. */
export const repositoryIdentity = z.object({
  /** Host name and port, such as `github.com`. */
  host: z.string(),
  /** Full name, such as `my-org/my-repository`. */
  name: z.string(),
  /** The host's own id of it, which stays when it is renamed or transferred; absent on systems other than GitHub. */
  id: z.string().optional(),
});
export type RepositoryIdentity = z.infer<typeof repositoryIdentity>;

export const stateMeta = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  /** Made once, when the state is first written. */
  lineage: z.string(),
  /** Counts the writes. */
  revision: z.int(),
  /** Base URL of the service and slug of the project that this state speaks of. */
  service: z.string(),
  project: z.string(),
  /** The repository that wrote it last; absent in states of earlier versions. */
  repository: repositoryIdentity.optional(),
  /** As the service's description declared them at the last sync; a plan without a key relies on them. */
  capabilities,
  /** The commit that was applied last, whatever came of it; null before the first. */
  commit: z.string().nullable(),
  /** Commits that were synced and then taken off the branch by a forced push, the last first; a late run for one of them has to do nothing. */
  removedCommits: z.array(z.string()).readonly().optional(),
  /** The last sync that left nothing undone; null before the first, and while something is undone. */
  synced: z
    .object({
      settings: z.string(),
      tree: z.string(),
      commit: z.string(),
      /** Files of the docs folder that were left out; absent in states of earlier versions. */
      skipped: z.int().optional(),
    })
    .nullable(),
  /** By the shard's name; a shard without documents is not there. */
  shards: z.record(z.string(), shardSummary),
  dataSource: dataSourceRecord.nullable(),
  /** Data sources of earlier settings, which are still connected on the service. */
  formerDataSources: z.array(dataSourceRecord),
});
export type StateMeta = z.infer<typeof stateMeta>;

/** The state as far as it was read: `meta`, and the documents of some shards, or of all. */
export interface State {
  readonly meta: StateMeta;
  readonly documents: ReadonlyMap<string, DocumentRecord>;
}
