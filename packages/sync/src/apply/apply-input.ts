import type { Capabilities, Client, ContextItemExtensions } from '@context-sync/core';
import type { Plan } from '../plan/plan-change.ts';
import type { References, RepositoryIdentity, State } from '../state/state-schema.ts';
import type { StateSnapshot, StateStore } from '../state/state-store.ts';
import type { Correction } from '../verify/correct-record.ts';
import type { WantedDocument } from '../wanted-items.ts';
import type { EarlierRounds } from './apply-result.ts';
import type { Clock } from './clock.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';

export interface ApplyPorts {
  readonly client: Client;
  readonly extensions: ContextItemExtensions;
  readonly store: StateStore;
  /** Receives every response from the client's transport. Default: a limiter that always allows `concurrency` requests. */
  readonly limiter?: ConcurrencyLimiter;
  /** Called after every item that was sent. */
  readonly progress?: (done: number, total: number) => void;
  readonly clock?: Clock;
}

export interface ApplyInput {
  readonly plan: Plan;
  /** Name of this run; no other run that may be alive has the same name. */
  readonly run: string;
  /** The snapshot that the plan was made from; undefined for a new state. `state` has the documents of `shards`. */
  readonly base: StateSnapshot | undefined;
  readonly state: State;
  readonly shards: readonly string[];
  /** Differences between `state` and the service's list; the plan includes them. Default none. */
  readonly corrections?: readonly Correction[];
  readonly capabilities: Capabilities;
  /** The documents that were read; each is settled once all its items are live. */
  readonly documents: readonly WantedDocument[];
  /** Hash of the settings that affect chunking. */
  readonly chunkConfigHash: string;
  /** New references of the paths and names whose references differ from the state; see `References`. Default none. */
  readonly references?: ReadonlyMap<string, References>;
  /** Recorded together with `documents`; see `StateMeta`. Default: unchanged. */
  readonly outside?: Readonly<Record<string, string>>;
  /** Recorded as the last full sync once nothing is left to do. */
  readonly target: {
    readonly settings: string;
    readonly tree: string;
    readonly commit: string;
    /** Number of files in the docs folder that were skipped. */
    readonly skipped?: number;
  };
  /** The repository of the run, recorded as the owner of the state. Default: unchanged. */
  readonly repository?: RepositoryIdentity;
  /** Commits that a force push removed from the branch. Default: unchanged. */
  readonly removedCommits?: readonly string[];
  /** Concurrent requests. Default 5. */
  readonly concurrency?: number;
  /**
   * Items of the first write-ahead batch; the size of later ones follows the rate of sending. Default 100. A small sync to a platform that does
   * not honor Idempotency-Key records at most three items ahead per concurrent request, and this many in one batch.
   */
  readonly batchSize?: number;
  /** Cancels the run: no more requests are started, those in progress get `grace` to end, and all results are recorded. */
  readonly signal?: AbortSignal;
  /** Time by the clock after which no more requests are started. Default never. */
  readonly deadline?: number;
  /** Results of the earlier rounds, from the `PlanOutdatedError` of the previous round; absent in the first round. */
  readonly earlier?: EarlierRounds;
  /** Milliseconds that requests in progress get after a cancel. Default 3,000. */
  readonly grace?: number;
}
