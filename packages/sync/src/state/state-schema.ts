import { capabilities } from '@context-sync/core';
import { z } from 'zod';

/** Version of the schemas in this file. A state of an earlier version is migrated when it is read, and a state of a later version is rejected. */
export const SCHEMA_VERSION = 2;

/**
 * The status of an item in the state:
 * - `live`: the item was created or updated, and the result is recorded
 * - `creating`, `updating`, `deleting`: an intent; without a recorded response, the item is in doubt
 * - `superseded`, `orphaned`: the item is still on the service although its section has changed or was deleted, because the API cannot
 *   delete it
 */
export const itemStatus = z.enum(['live', 'creating', 'updating', 'deleting', 'superseded', 'orphaned']);
export type ItemStatus = z.infer<typeof itemStatus>;

/** The run that is about to send a request, which makes it possible to distinguish intents of active runs from those of killed runs. */
export const writer = z.object({
  /** Name of the run; absent once its request has ended with any outcome. */
  run: z.string().optional(),
  /** Time at which the intent was recorded or its request ended, in milliseconds since 1970 according to the clock of that runner. */
  at: z.int(),
  /** Whether the request has an Idempotency-Key that the service declares to honor, so that it can be sent again. */
  keyed: z.literal(true).optional(),
  /** Time at which an earlier attempt first sent the Idempotency-Key, in milliseconds since 1970. */
  keyedSince: z.int().optional(),
});
export type Writer = z.infer<typeof writer>;

export const itemRecord = z.object({
  key: z.string(),
  /** Title of the item. It is recorded because it may be the only way for a user to find the item on the platform. */
  title: z.string(),
  fingerprint: z.string(),
  /** The fingerprint of the text without URLs; present only if the API could neither update nor delete items. */
  textFingerprint: z.string().optional(),
  /** Whether the item is public; absent if it is not. */
  public: z.literal(true).optional(),
  status: itemStatus,
  /** Remote ID of the item; absent if the service returned none. */
  id: z.string().optional(),
  /** Revision of the state that recorded the intent, which is part of the Idempotency-Key of its request. */
  revision: z.int(),
  /** The run that recorded the intent; present only on intents. */
  by: writer.optional(),
});
export type ItemRecord = z.infer<typeof itemRecord>;

/**
 * The documents that refer to a path of the repository or to a name. They are part of the record of this path, so that only one shard has to be read
 * for a change. A name, and a path without a document, have a record without a blob and items.
 */
export const references = z.object({
  /** Documents whose items depend on the existence of the path, or on its title, URL, anchors or owners. */
  usedBy: z.array(z.string()).readonly().optional(),
  /** Documents that include the file. */
  includedBy: z.array(z.string()).readonly().optional(),
  /** Documents that define the name. */
  owners: z.array(z.string()).readonly().optional(),
});
export type References = z.infer<typeof references>;

export const documentRecord = z.object({
  path: z.string(),
  /** The blob whose items are all live and were chunked with `chunkConfigHash`; null while part of the document is unresolved. */
  blob: z.string().nullable(),
  chunkConfigHash: z.string(),
  /** The reason why the document was skipped and has no items; absent for other documents. */
  skipped: z.string().optional(),
  items: z.array(itemRecord),
  /**
   * The dependencies of the items on other parts of the repository. Each entry consists of kind, key and digest, separated by spaces. Absent if there
   * are none.
   */
  uses: z.array(z.string()).readonly().optional(),
  /** Names by which other documents can refer to this document, such as labels. */
  names: z.array(z.string()).readonly().optional(),
  /** Digest of the document's title, headings, anchors and names; absent if no other document depends on them. */
  facts: z.string().optional(),
  ...references.shape,
});
export type DocumentRecord = z.infer<typeof documentRecord>;

export const dataSourceRecord = z.object({
  status: z.enum(['creating', 'connected']),
  /** Hash of the owner, repository, branch, category, provider and site URL. */
  fingerprint: z.string(),
  installationId: z.int(),
  id: z.string().optional(),
  revision: z.int(),
  by: writer.optional(),
});
export type DataSourceRecord = z.infer<typeof dataSourceRecord>;

/** A superseded or orphaned item, or an item in doubt, in the form in which reports list it. */
export const reminder = z.object({
  path: z.string(),
  key: z.string(),
  title: z.string(),
  status: itemStatus,
  id: z.string().optional(),
  public: z.literal(true).optional(),
});
export type Reminder = z.infer<typeof reminder>;

/** A summary of one shard, so that the shard does not have to be read to count or compare its items. */
export const shardSummary = z.object({
  /** Digest of the paths, blobs and chunk config hashes of the resolved documents; null while a document is unresolved. */
  settled: z.string().nullable(),
  live: z.int(),
  superseded: z.int(),
  orphaned: z.int(),
  inDoubt: z.int(),
  /** Number of skipped documents; absent if an earlier version was the last to write the shard. */
  skipped: z.int().optional(),
  /** The first items of the shard that every report lists: superseded, orphaned and in doubt. */
  reminders: z.array(reminder),
});
export type ShardSummary = z.infer<typeof shardSummary>;

/** A repository as the runner identifies it. */
export const repositoryIdentity = z.object({
  /** Host name and port of the host, such as `github.com`. */
  host: z.string(),
  /** Full name of the repository, such as `my-org/my-repository`. */
  name: z.string(),
  /** The host's ID of the repository, which does not change when the repository is renamed or transferred; absent outside of GitHub. */
  id: z.string().optional(),
});
export type RepositoryIdentity = z.infer<typeof repositoryIdentity>;

/** A page or file of the docs portal that this repository has published or is about to publish. */
export const portalRecord = z.object({
  kind: z.enum(['page', 'file']),
  /** Path in the portal. */
  path: z.string(),
  /** Path of the document or file in the repository. */
  file: z.string(),
  /** Title of a page, for reports of its deletion. */
  title: z.string().optional(),
  /** Digest of the published page, or SHA-256 of the published file; null if the first write has no recorded response. */
  digest: z.string().nullable(),
  /** Digests or SHA-256 of versions that runs were about to publish. Only the platform knows whether these versions were published. */
  next: z.array(z.string()).readonly().optional(),
  /** ETag of the published page. */
  etag: z.string().optional(),
  /** ID of the git object with the content of a file. */
  blob: z.string().optional(),
  /** Digest of the text of a page without URLs, with which moved pages are found. */
  text: z.string().optional(),
});
export type PortalRecord = z.infer<typeof portalRecord>;

/** The records of the docs portal by `getPortalKey`. */
export type PortalRecords = ReadonlyMap<string, PortalRecord>;

/** A summary of the records of the docs portal. The records are stored in a separate file. */
export const portalSummary = z.object({
  /** Revision of the state that last changed the records. */
  revision: z.int(),
  /** Numbers of records. */
  pages: z.int(),
  files: z.int(),
  /** URL of the portal, from the platform; absent if the platform returned none. */
  url: z.string().optional(),
  /** Digest of the navigation that this repository has published; absent if it has published none. */
  navigation: z.string().optional(),
  /** Digests of the navigations that runs were about to publish. Only the platform knows whether these navigations were published. */
  nextNavigations: z.array(z.string()).readonly().optional(),
  /** The run that is publishing, or that was killed while it published. */
  by: writer.optional(),
});
export type PortalSummary = z.infer<typeof portalSummary>;

export const stateMeta = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  /** Identity of the state's history, which is generated once when the state is first written. */
  lineage: z.string(),
  /** Number of the write that created this version of the state. */
  revision: z.int(),
  /** Base URL of the service, and slug of the project. */
  service: z.string(),
  project: z.string(),
  /** The repository that wrote the state last; absent in states of earlier versions. */
  repository: repositoryIdentity.optional(),
  /** Capabilities that the service declared at the last sync. A plan without an API key uses them. */
  capabilities,
  /** The last commit that was applied with any result; null before the first one. */
  commit: z.string().nullable(),
  /** Synced commits that a force push removed from the branch, the most recently synced one first. A late run for one of them does nothing. */
  removedCommits: z.array(z.string()).readonly().optional(),
  /** The last sync that left no work to do; null before the first one, and while work is left. */
  synced: z
    .object({
      settings: z.string(),
      tree: z.string(),
      commit: z.string(),
      /** Number of skipped files in the docs folder; absent in states of earlier versions. */
      skipped: z.int().optional(),
    })
    .nullable(),
  /** Files on which items depend although they are not documents of the docs folder, with their versions when the documents were chunked. */
  outside: z.record(z.string(), z.string()).optional(),
  /** Summaries of the shards by name; empty shards are absent. */
  shards: z.record(z.string(), shardSummary),
  /** The pages, files and navigation that this repository has published to the docs portal; absent if it has never published anything. */
  portal: portalSummary.optional(),
  dataSource: dataSourceRecord.nullable(),
  /** Data sources with earlier settings that are still connected on the service. */
  formerDataSources: z.array(dataSourceRecord),
});
export type StateMeta = z.infer<typeof stateMeta>;

/** The part of a state that was read: `meta`, and the documents of some or all shards. */
export interface State {
  readonly meta: StateMeta;
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  /** The records of the docs portal; absent if they were not read. */
  readonly portal?: PortalRecords;
}
