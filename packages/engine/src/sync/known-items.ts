import type { Capabilities } from '@context-sync/core';
import {
  ALL_SHARDS,
  applyCorrections,
  type Correction,
  type DocumentRecord,
  getTotals,
  listRemoteItems,
  listShardsToRead,
  type RemoteItem,
  reconcile,
  type StateSnapshot,
  type UnreadLeftovers,
  type Writer,
} from '@context-sync/sync';
import type { ListedDocument } from '../docs/find-docs.ts';
import type { Service } from './open-service.ts';

/** The items on the platform that this run knows. Only the required part of the state is read. */
export interface KnownItems {
  /** The shards of the state that have been read. */
  readonly shards: readonly string[];
  /** The documents of these shards, as recorded in the state. */
  readonly recorded: ReadonlyMap<string, DocumentRecord>;
  /** The recorded documents after comparison with the platform's list, if the list was requested. */
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  /** Number of live items in the shards that were not read. */
  readonly unread: number;
  /** Numbers of superseded and orphaned items in the shards that were not read. */
  readonly unreadLeftovers: UnreadLeftovers;
  /** Number of documents without items in the shards that were not read. */
  readonly unreadSkipped: number;
  /** Number of all live items. */
  readonly live: number;
  /** The platform's list of items; undefined if it was not requested. */
  readonly held: readonly RemoteItem[] | undefined;
  readonly corrections: readonly Correction[];
  readonly unknown: readonly RemoteItem[];
}

export interface KnownItemsInput {
  readonly base: StateSnapshot | undefined;
  readonly listed: readonly ListedDocument[];
  readonly chunkConfigHash: string;
  readonly project: string;
  /** The connection to the platform; undefined if the run has no API key. */
  readonly service: Service | undefined;
  /** Whether to compare the whole state with the platform's list. */
  readonly verify: boolean;
  /** Whether the run can delete superseded and orphaned items or remove them from the state. */
  readonly withLeftovers: boolean;
  readonly me: Writer;
  readonly signal: AbortSignal;
}

/** Reads only the necessary part of the state, and requests the platform's list if it is needed. */
export async function readKnownItems(input: KnownItemsInput): Promise<KnownItems> {
  const { base, listed, chunkConfigHash, verify, withLeftovers } = input;
  if (!base) {
    const remoteItems = await listIfPossible(input, true);
    const emptyDocuments = new Map<string, DocumentRecord>();
    const unreadLeftovers = { superseded: 0, orphaned: 0 };
    const emptyKnownItems = {
      recorded: emptyDocuments,
      documents: emptyDocuments,
      unread: 0,
      unreadLeftovers,
      unreadSkipped: 0,
      live: 0,
      corrections: [],
      unknown: [],
    };
    return { ...emptyKnownItems, shards: ALL_SHARDS, held: remoteItems };
  }
  const wantedDocuments = listed.map(({ path, blob }) => ({ path, blob, chunkConfigHash }));
  const shards = verify ? ALL_SHARDS : listShardsToRead(base.meta, wantedDocuments, withLeftovers);
  const recordedDocuments = await base.documents(shards);
  const { live, inDoubt } = getTotals(base.meta);
  const remoteItems = await listIfPossible(input, verify || inDoubt > 0);
  const { corrections, unknown } = remoteItems
    ? reconcile(recordedDocuments, remoteItems, input.me, verify ? 'all' : 'in-doubt')
    : { corrections: [], unknown: [] };
  const documents = applyCorrections(recordedDocuments, corrections);
  return {
    shards,
    recorded: recordedDocuments,
    documents,
    ...listUnreadShards(base, shards),
    live,
    held: remoteItems,
    corrections,
    unknown: verify ? unknown : [],
  };
}

/**
 * Returns the known items together with the items of further shards. The platform's list does not affect these shards: with `verify`, all shards were
 * read at first; without it, the list is compared only with items in doubt, whose shards are always read.
 * @throws StateError
 */
export async function readMoreItems(
  knownItems: KnownItems,
  base: StateSnapshot | undefined,
  shards: readonly string[],
): Promise<KnownItems> {
  const moreShards = shards.filter((shard) => !knownItems.shards.includes(shard));
  if (!base || moreShards.length === 0) return knownItems;
  const documents = await base.documents(moreShards);
  const allShards = [...knownItems.shards, ...moreShards];
  return {
    ...knownItems,
    shards: allShards,
    recorded: new Map([...knownItems.recorded, ...documents]),
    documents: new Map([...knownItems.documents, ...documents]),
    ...listUnreadShards(base, allShards),
  };
}

function listUnreadShards({ meta }: StateSnapshot, read: readonly string[]) {
  const shards = omitShards(meta.shards, read);
  const { live, superseded, orphaned } = getTotals({ shards });
  return {
    unread: live,
    unreadLeftovers: { superseded, orphaned },
    unreadSkipped: Object.values(shards).reduce((sum, { skipped = 0 }) => sum + skipped, 0),
  };
}

async function listIfPossible({ service, project, signal }: KnownItemsInput, wanted: boolean) {
  if (!wanted || !canList(service?.capabilities)) return undefined;
  return service && listRemoteItems(service.extensions, project, signal);
}

function omitShards<T>(shards: Readonly<Record<string, T>>, read: readonly string[]): Record<string, T> {
  const names = new Set(read);
  return Object.fromEntries(Object.entries(shards).filter(([name]) => !names.has(name)));
}

function canList(capabilities: Capabilities | undefined): boolean {
  return capabilities?.list === true;
}
