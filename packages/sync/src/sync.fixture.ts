import { isDeepStrictEqual } from 'node:util';
import { type Capabilities, computeBackoffMs, NO_CAPABILITIES } from '@context-sync/core';
import { recordCommitOnly } from './apply/advance-commit.ts';
import type { ApplyInput, ApplyPorts } from './apply/apply-input.ts';
import { apply } from './apply/apply-plan.ts';
import type { ApplyResult, EarlierRounds } from './apply/apply-result.ts';
import type { Clock } from './apply/clock.ts';
import { PlanOutdatedError } from './apply/state-ledger.ts';
import { type Docs, getDocuments } from './docs.fixture.ts';
import { createPlan, type PlanInput } from './plan/plan.ts';
import type { Leftover, OnInDoubt, Plan, UnreadLeftovers } from './plan/plan-change.ts';
import { planConnect, type WantedDataSource } from './plan/plan-connect.ts';
import { getCounts } from './plan/plan-counts.ts';
import { createEmptyState } from './state/new-state.ts';
import { StateConflictError } from './state/state-errors.ts';
import type { DocumentRecord, State, Writer } from './state/state-schema.ts';
import { ALL_SHARDS, getShard, getTotals, listShardsToRead } from './state/state-shards.ts';
import type { StateSnapshot } from './state/state-store.ts';
import { adopt } from './verify/adopt-items.ts';
import { applyCorrections, type Correction } from './verify/correct-record.ts';
import { reconcile } from './verify/reconcile.ts';
import { listRemoteItems, type RemoteItem } from './verify/remote-items.ts';
import type { WantedDocument, WantedDocuments } from './wanted-items.ts';

/** A run in the form in which a workflow starts it. */
export interface SyncInput {
  /** Name of the run. */
  readonly run: string;
  readonly commit: string;
  /** The docs of the commit. */
  readonly docs: Docs;
  /** Returns whether one commit is an ancestor of another. By default, no commit is. */
  readonly isAncestor?: (commit: string, other: string) => boolean;
  /** The capabilities that the service declares. */
  readonly can: Capabilities;
  /** The data source to connect. By default, none is connected. */
  readonly source?: WantedDataSource | undefined;
  readonly onInDoubt?: OnInDoubt | undefined;
  readonly getDecision?: (inDoubt: Leftover) => OnInDoubt | undefined;
  readonly isForgotten?: (leftover: Leftover) => boolean;
  /** Whether to detect drift. Default: false. */
  readonly verify?: boolean;
  /** Whether to create a plan even if the state is marked as synced, as is the case for `verify` and `forget`. Default: false. */
  readonly mustList?: boolean;
  /** Deadline according to `now` of the clock. */
  readonly deadline?: number | undefined;
  readonly options?: Pick<ApplyInput, 'batchSize' | 'concurrency' | 'grace' | 'signal'>;
  readonly ports: Pick<ApplyPorts, 'client' | 'extensions' | 'store' | 'progress' | 'limiter'> & {
    readonly clock: Clock;
  };
}

export type SyncOutcome =
  /** Nothing has changed since the last sync, or a newer commit was already synced. */
  | { readonly outcome: 'unchanged' | 'outdated'; readonly result: undefined }
  | { readonly outcome: 'applied'; readonly result: ApplyResult };

interface Memory {
  earlier?: EarlierRounds;
}

const CHUNK_CONFIG_HASH = 'r';
const NEVER_CONNECTED = { dataSource: null, formerDataSources: [] };
/** Maximum number of rounds, which is the same as in the action. */
const ROUNDS = 20;
const LOOK_AGAIN = 3_000;
/** Maximum number of waits for another run. The leases end long before this limit; without virtual time, a run could wait forever. */
const WAITS = 2_000;

/** Syncs in the same way as the action: reads the state, skips unchanged documents, plans and applies. Starts again if another run was faster. */
export async function syncDocs(input: SyncInput): Promise<SyncOutcome> {
  const { clock } = input.ports;
  const memory: Memory = {};
  for (let round = 1, waits = 0; ; ) {
    try {
      return await syncOnce(input, memory);
    } catch (error) {
      const waiting = error instanceof PlanOutdatedError && error.isWaiting;
      const outdated = error instanceof PlanOutdatedError || error instanceof StateConflictError;
      const late = clock.now() > (input.deadline ?? Number.POSITIVE_INFINITY);
      if (!outdated || input.options?.signal?.aborted || round === ROUNDS || late) throw error;
      if (error instanceof PlanOutdatedError) memory.earlier = error.earlier;
      if (waiting) waits += 1;
      else round += 1;
      if (waits > WAITS) throw new Error(`${input.run} waits for ever: ${error.message}`, { cause: error });
      await clock.sleep(waiting ? LOOK_AGAIN : computeBackoffMs(round, { firstMs: 500 }));
    }
  }
}

async function syncOnce(input: SyncInput, memory: Memory): Promise<SyncOutcome> {
  const { ports, run, commit, docs, can, source, onInDoubt, verify = false, isAncestor = () => false } = input;
  const base = await ports.store.read();
  const meta = base?.meta;
  const target = { settings: JSON.stringify(source ?? null), tree: JSON.stringify(docs), commit };
  const isSynced = meta?.synced?.settings === target.settings && meta.synced.tree === target.tree;
  const mustList = memory.earlier !== undefined || verify || input.mustList || input.isForgotten !== undefined;
  if (meta?.commit && meta.commit !== commit && isAncestor(commit, meta.commit)) {
    return { outcome: 'outdated', result: undefined };
  }
  if (base && isSynced && !mustList) {
    await recordCommitOnly(ports.store, base, { commit });
    return { outcome: 'unchanged', result: undefined };
  }

  const me: Writer = { run, at: ports.clock.date() };
  const listedDocuments = getDocuments(docs);
  const knownItems = await readKnownItems(input, base, listedDocuments, me);
  const wantedDocuments = listWantedDocuments(listedDocuments, knownItems.shards, knownItems.documents);
  const adoptedCorrections =
    knownItems.held && !base ? adopt(wantedDocuments.documents, knownItems.held).corrections : undefined;
  const corrections = adoptedCorrections ?? knownItems.corrections;
  const documents = adoptedCorrections
    ? applyCorrections(knownItems.documents, adoptedCorrections)
    : knownItems.documents;
  const sharedInput: Omit<PlanInput, 'documents'> = {
    capabilities: can,
    me,
    ...(onInDoubt ? { onInDoubt } : {}),
    ...(input.getDecision ? { getDecision: input.getDecision } : {}),
    ...(input.isForgotten ? { isForgotten: input.isForgotten } : {}),
  };
  const connect = source && planConnect(meta ?? NEVER_CONNECTED, source, can, { onInDoubt, me });
  const { unread, unreadLeftovers } = knownItems;
  const madePlan = createPlan({ ...sharedInput, documents, unread, unreadLeftovers }, wantedDocuments, connect);
  if (base && !verify)
    await assertSameFromAll(input, base, {
      made: madePlan,
      shared: sharedInput,
      listed: listedDocuments,
      me,
      held: knownItems.held,
    });

  const state: State = meta
    ? { meta, documents: knownItems.recorded }
    : createEmptyState('https://api.example.com/', 'p', can);
  const result = await apply(
    {
      plan: madePlan,
      run,
      base,
      state,
      shards: knownItems.shards,
      corrections,
      capabilities: can,
      documents: wantedDocuments.documents,
      chunkConfigHash: CHUNK_CONFIG_HASH,
      target,
      concurrency: 3,
      batchSize: 4,
      ...(input.deadline === undefined ? {} : { deadline: input.deadline }),
      ...(memory.earlier ? { earlier: memory.earlier } : {}),
      ...input.options,
    },
    ports,
  );
  return { outcome: 'applied', result };
}

interface KnownItems {
  readonly shards: readonly string[];
  /** The documents of the state, without and with the corrections from the service's list. */
  readonly recorded: ReadonlyMap<string, DocumentRecord>;
  readonly documents: ReadonlyMap<string, DocumentRecord>;
  readonly unread: number;
  readonly unreadLeftovers: UnreadLeftovers;
  readonly held: readonly RemoteItem[] | undefined;
  readonly corrections: readonly Correction[];
}

async function readKnownItems(
  { ports, can, isForgotten, verify = false }: SyncInput,
  base: StateSnapshot | undefined,
  listedDocuments: readonly WantedDocument[],
  me: Writer,
): Promise<KnownItems> {
  const list = async (mustList: boolean) => (mustList && can.list ? listRemoteItems(ports.extensions, 'p') : undefined);
  if (!base) {
    const nothing = { recorded: new Map(), documents: new Map(), unread: 0, corrections: [] };
    return { ...nothing, unreadLeftovers: { superseded: 0, orphaned: 0 }, shards: ALL_SHARDS, held: await list(true) };
  }
  const withLeftovers = can.delete || isForgotten !== undefined;
  const shards = verify
    ? ALL_SHARDS
    : listShardsToRead(base.meta, listedDocuments.map(getResolvedDocument), withLeftovers);
  const recordedDocuments = await base.documents(shards);
  const unreadShards = Object.entries(base.meta.shards).filter(([shard]) => !shards.includes(shard));
  const { live, superseded, orphaned } = getTotals({ shards: Object.fromEntries(unreadShards) });
  const heldItems = await list(verify || getTotals(base.meta).inDoubt > 0);
  const corrections = heldItems
    ? reconcile(recordedDocuments, heldItems, me, verify ? 'all' : 'in-doubt').corrections
    : [];
  const documents = applyCorrections(recordedDocuments, corrections);
  return {
    shards,
    recorded: recordedDocuments,
    documents,
    unread: live,
    unreadLeftovers: { superseded, orphaned },
    held: heldItems,
    corrections,
  };
}

function getResolvedDocument({ path, blob }: WantedDocument) {
  return { path, blob, chunkConfigHash: CHUNK_CONFIG_HASH };
}

function listWantedDocuments(
  listedDocuments: readonly WantedDocument[],
  shards: readonly string[],
  documents: ReadonlyMap<string, DocumentRecord>,
): WantedDocuments {
  const isKnown = ({ path, blob }: WantedDocument) =>
    !shards.includes(getShard(path)) || documents.get(path)?.blob === blob;
  return {
    documents: listedDocuments.filter((document) => !isKnown(document)),
    unchanged: new Set(listedDocuments.filter(isKnown).map(({ path }) => path)),
  };
}

interface Made {
  readonly made: Plan;
  readonly shared: Omit<PlanInput, 'documents'>;
  readonly listed: readonly WantedDocument[];
  readonly me: Writer;
  readonly held: readonly RemoteItem[] | undefined;
}

/** Checks that reading only the required shards results in the same plan as reading all shards. */
async function assertSameFromAll(input: SyncInput, base: StateSnapshot, { made, shared, listed, me, held }: Made) {
  const recordedDocuments = await base.documents(ALL_SHARDS);
  const corrections = held ? reconcile(recordedDocuments, held, me, 'in-doubt').corrections : [];
  const documents = applyCorrections(recordedDocuments, corrections);
  const fromAll = createPlan(
    { ...shared, documents },
    listWantedDocuments(listed, ALL_SHARDS, documents),
    made.connect,
  );
  // Documents that were deleted by earlier runs require no work, so they are ignored.
  const goneNow = ({ gone }: Plan) => gone.filter((path) => recordedDocuments.get(path)?.blob !== null);
  const summarizePlan = (each: Plan) => [each.connect, each.changes, goneNow(each), getCounts(each)];
  if (isDeepStrictEqual(summarizePlan(made), summarizePlan(fromAll))) return;
  throw new Error(`${input.run} plans otherwise by the shards that it reads: ${diff(made, fromAll)}`);
}

function diff(made: Plan, fromAll: Plan): string {
  return JSON.stringify({ made, fromAll }, undefined, 1);
}

/** Capabilities of services, by the names that tests use. */
export const CAPABILITIES = {
  all: { idempotency: true, update: true, delete: true, list: true },
  noList: { idempotency: true, update: true, delete: true, list: false },
  noReplace: { idempotency: true, update: false, delete: true, list: false },
  onlyIdempotency: { ...NO_CAPABILITIES, idempotency: true },
  onlyList: { ...NO_CAPABILITIES, list: true },
  none: NO_CAPABILITIES,
} as const satisfies Record<string, Capabilities>;
