import { capabilities } from '@context-sync/core';
import { z } from 'zod';

/** Version of everything below. A state of an earlier version is migrated when it is read; one of a later version is rejected. */
export const SCHEMA_VERSION = 2;

/**
 * The record of one item in the state:
 * - `live`: created or updated, and recorded
 * - `creating`, `updating`, `deleting`: an intent; without a recorded response the item is in doubt
 * - `superseded`, `orphaned`: still on the service although its section has changed or was deleted, because the API cannot delete it
 */
export const itemStatus = z.enum(['live', 'creating', 'updating', 'deleting', 'superseded', 'orphaned']);
export type ItemStatus = z.infer<typeof itemStatus>;

/** The run that is about to send something. Distinguishes intents of running and of dead runs. */
export const writer = z.object({
  /** Name of the run; absent once its request has ended, with any outcome. */
  run: z.string().optional(),
  /** Time at which the intent was recorded or its request ended, in milliseconds since 1970, by the clock of that runner. */
  at: z.int(),
  /** Sent with an Idempotency-Key that the service declares to honor, so it can be sent again. */
  keyed: z.literal(true).optional(),
  /** Time at which an earlier attempt first sent the key, in milliseconds since 1970. */
  keyedSince: z.int().optional(),
});
export type Writer = z.infer<typeof writer>;

export const itemRecord = z.object({
  key: z.string(),
  /** Recorded because it may be all that a user has to find the item on the platform. */
  title: z.string(),
  fingerprint: z.string(),
  /** Whether the public may see the item; absent if not. */
  public: z.literal(true).optional(),
  status: itemStatus,
  /** Remote ID, if the service returned one. */
  id: z.string().optional(),
  /** Revision of the state that recorded the intent; part of the Idempotency-Key of its request. */
  revision: z.int(),
  /** The run that recorded the intent; only present on an intent. */
  by: writer.optional(),
});
export type ItemRecord = z.infer<typeof itemRecord>;

/**
 * The documents that refer to a path of the repository or to a name. Kept in the record with this path; a path without a document, and a name, have a record
 * without a blob and items. So that a change is found by reading one shard.
 */
export const references = z.object({
  /** Documents whose items depend on whether the path exists, or on its title, address, anchors or owners. */
  usedBy: z.array(z.string()).readonly().optional(),
  /** Documents that include the file. */
  includedBy: z.array(z.string()).readonly().optional(),
  /** Documents that define the name. */
  owners: z.array(z.string()).readonly().optional(),
});
export type References = z.infer<typeof references>;

export const documentRecord = z.object({
  path: z.string(),
  /** The blob whose items are all live, chunked with `chunkConfigHash`; null while part of the document is unsettled. */
  blob: z.string().nullable(),
  chunkConfigHash: z.string(),
  /** The reason why the document was skipped and has no items. */
  skipped: z.string().optional(),
  items: z.array(itemRecord),
  /** The dependencies of the items elsewhere in the repository, each as kind, key and digest, separated by spaces; absent if there are none. */
  uses: z.array(z.string()).readonly().optional(),
  /** Names by which other documents can refer to it, such as labels. */
  names: z.array(z.string()).readonly().optional(),
  /** Digest of the document's title, headings, anchors and names; absent if nothing depends on them. */
  facts: z.string().optional(),
  ...references.shape,
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

/** A superseded or orphaned item, or one in doubt, as reports list it. */
export const reminder = z.object({
  path: z.string(),
  key: z.string(),
  title: z.string(),
  status: itemStatus,
  id: z.string().optional(),
  public: z.literal(true).optional(),
});
export type Reminder = z.infer<typeof reminder>;

/** Summary of one shard, so that counting and comparing it does not need to read it. */
export const shardSummary = z.object({
  /** Digest of the settled documents' paths, blobs and chunk config hashes; null while a document is unsettled. */
  settled: z.string().nullable(),
  live: z.int(),
  superseded: z.int(),
  orphaned: z.int(),
  inDoubt: z.int(),
  /** Skipped documents; absent if an earlier version wrote the shard last. */
  skipped: z.int().optional(),
  /** The first items that every report lists: superseded, orphaned, in doubt. */
  reminders: z.array(reminder),
});
export type ShardSummary = z.infer<typeof shardSummary>;

/** A repository, as the runner names it. */
export const repositoryIdentity = z.object({
  /** Host name and port, such as `github.com`. */
  host: z.string(),
  /** Full name, such as `my-org/my-repository`. */
  name: z.string(),
  /** The host's ID of the repository, which does not change when it is renamed or transferred; absent outside of GitHub. */
  id: z.string().optional(),
});
export type RepositoryIdentity = z.infer<typeof repositoryIdentity>;

export const stateMeta = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  /** Generated once, when the state is first written. */
  lineage: z.string(),
  /** Number of the write. */
  revision: z.int(),
  /** Base URL of the service, and slug of the project. */
  service: z.string(),
  project: z.string(),
  /** The repository that wrote the state last; absent in states of earlier versions. */
  repository: repositoryIdentity.optional(),
  /** Capabilities that the service declared at the last sync. A plan without a key uses them. */
  capabilities,
  /** The last commit that was applied, with any result; null before the first. */
  commit: z.string().nullable(),
  /** Synced commits that a force push removed from the branch, the last one first. A late run for one of them does nothing. */
  removedCommits: z.array(z.string()).readonly().optional(),
  /** The last sync that left nothing to do; null before the first, and while something is left to do. */
  synced: z
    .object({
      settings: z.string(),
      tree: z.string(),
      commit: z.string(),
      /** Skipped files of the docs folder; absent in states of earlier versions. */
      skipped: z.int().optional(),
    })
    .nullable(),
  /** Files that items depend on although they are not documents of the docs folder, as they were when the documents were chunked. */
  outside: z.record(z.string(), z.string()).optional(),
  /** Summaries by name of the shard; empty shards are absent. */
  shards: z.record(z.string(), shardSummary),
  dataSource: dataSourceRecord.nullable(),
  /** Data sources of earlier settings, which are still connected on the service. */
  formerDataSources: z.array(dataSourceRecord),
});
export type StateMeta = z.infer<typeof stateMeta>;

/** The part of a state that was read: `meta`, and the documents of some or all shards. */
export interface State {
  readonly meta: StateMeta;
  readonly documents: ReadonlyMap<string, DocumentRecord>;
}
