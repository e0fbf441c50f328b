import type { Capabilities } from '@context-sync/core';
import {
  ALL_SHARDS,
  type Correction,
  type DocumentRecord,
  listRemoteItems,
  type RemoteItem,
  reconcile,
  type StateSnapshot,
  shardsToRead,
  totalsOf,
  type UnreadLeftovers,
  type Writer,
  withCorrections,
} from '@context-sync/sync';
import type { ListedDocument } from '../docs/documents.ts';
import type { Service } from './open-service.ts';

/** What is known of the items on the service, as far as this run needs it. */
export interface KnownItems {
  /** The shards of the state that were read. */
  readonly shards: readonly string[];
  /** Their documents as the state has them. */
  readonly recorded: ReadonlyMap<string, DocumentRecord>;
  /** The same, set right by the service's list where it was asked. */
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  /** Live items in the shards that were not read. */
  readonly unread: number;
  /** Superseded and orphaned items there. */
  readonly unreadLeftovers: UnreadLeftovers;
  /** Documents there that give no items. */
  readonly unreadSkipped: number;
  /** Live items in all. */
  readonly live: number;
  /** What the service lists, where it was asked. */
  readonly held: readonly RemoteItem[] | undefined;
  readonly corrections: readonly Correction[];
  readonly unknown: readonly RemoteItem[];
}

export interface KnownItemsInput {
  readonly base: StateSnapshot | undefined;
  readonly listed: readonly ListedDocument[];
  readonly chunkConfigHash: string;
  readonly project: string;
  /** undefined where the run has no key. */
  readonly service: Service | undefined;
  /** Whether to hold all of the state against the service's list. */
  readonly verify: boolean;
  /** Whether something can be done about superseded and orphaned items. */
  readonly withLeftovers: boolean;
  readonly me: Writer;
  readonly signal: AbortSignal;
}

/** Reads as little of the state as will do, and asks the service for its list where only that can tell. */
export async function readKnownItems(input: KnownItemsInput): Promise<KnownItems> {
  const { base, listed, chunkConfigHash, verify, withLeftovers } = input;
  if (!base) {
    const held = await listIfPossible(input, true);
    const nothing = new Map<string, DocumentRecord>();
    const unreadLeftovers = { superseded: 0, orphaned: 0 };
    const none = {
      recorded: nothing,
      documents: nothing,
      unread: 0,
      unreadLeftovers,
      unreadSkipped: 0,
      live: 0,
      corrections: [],
      unknown: [],
    };
    return { ...none, shards: ALL_SHARDS, held };
  }
  const wanted = listed.map(({ path, blob }) => ({ path, blob, chunkConfigHash }));
  const shards = verify ? ALL_SHARDS : shardsToRead(base.meta, wanted, withLeftovers);
  const recorded = await base.documents(shards);
  const { live, inDoubt } = totalsOf(base.meta);
  const unreadShards = without(base.meta.shards, shards);
  const unread = totalsOf({ shards: unreadShards });
  const held = await listIfPossible(input, verify || inDoubt > 0);
  const { corrections, unknown } = held
    ? reconcile(recorded, held, input.me, verify ? 'all' : 'in-doubt')
    : { corrections: [], unknown: [] };
  const documents = withCorrections(recorded, corrections);
  return {
    shards,
    recorded,
    documents,
    unread: unread.live,
    unreadLeftovers: { superseded: unread.superseded, orphaned: unread.orphaned },
    unreadSkipped: Object.values(unreadShards).reduce((sum, { skipped = 0 }) => sum + skipped, 0),
    live,
    held,
    corrections,
    unknown: verify ? unknown : [],
  };
}

async function listIfPossible({ service, project, signal }: KnownItemsInput, wanted: boolean) {
  if (!wanted || !canList(service?.capabilities)) return undefined;
  return service && listRemoteItems(service.extensions, project, signal);
}

function without<T>(shards: Readonly<Record<string, T>>, read: readonly string[]): Record<string, T> {
  const names = new Set(read);
  return Object.fromEntries(Object.entries(shards).filter(([name]) => !names.has(name)));
}

function canList(capabilities: Capabilities | undefined): boolean {
  return capabilities?.list === true;
}
