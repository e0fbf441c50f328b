import type { Capabilities, Client, ContextItemExtensions, DocsExtensions } from '@context-sync/core';
import type { Plan } from '../plan/plan-change.ts';
import type { WantedFile } from '../portal/wanted-portal.ts';
import type { References, RepositoryIdentity, State } from '../state/state-schema.ts';
import type { StateSnapshot, StateStore } from '../state/state-store.ts';
import type { Correction } from '../verify/correct-record.ts';
import type { WantedDocument } from '../wanted-items.ts';
import type { EarlierRounds } from './apply-result.ts';
import type { Clock } from './clock.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';

export interface PortalPorts {
  readonly docs: DocsExtensions;
  /** Returns the content of a file of the repository. */
  readFile(file: WantedFile): Promise<Uint8Array>;
}

export interface ApplyPorts {
  readonly client: Client;
  readonly extensions: ContextItemExtensions;
  /** Dependencies of a plan with changes of the docs portal. */
  readonly portal?: PortalPorts;
  readonly store: StateStore;
  /** The limiter, which receives every response from the client's transport. By default, a limiter that always allows `concurrency` requests. */
  readonly limiter?: ConcurrencyLimiter;
  /** Called after each item has been sent. */
  readonly progress?: (done: number, total: number) => void;
  readonly clock?: Clock;
}

export interface ApplyInput {
  readonly plan: Plan;
  /** Name of this run. It differs from the names of all other runs that may still be active. */
  readonly run: string;
  /** The snapshot from which the plan was created; undefined for a new state. `state` contains the documents of `shards`. */
  readonly base: StateSnapshot | undefined;
  readonly state: State;
  readonly shards: readonly string[];
  /** Differences between `state` and the service's list, which the plan takes into account. Default: none. */
  readonly corrections?: readonly Correction[];
  readonly capabilities: Capabilities;
  /** The documents that were read. A document is resolved once all its items are live. */
  readonly documents: readonly WantedDocument[];
  /** Hash of the settings that affect chunking. */
  readonly chunkConfigHash: string;
  /** New references by path and name, only for paths and names whose references differ from the state; see `References`. Default: none. */
  readonly references?: ReadonlyMap<string, References>;
  /** Files outside of the docs that are recorded together with `documents`; see `StateMeta`. By default, the recorded files are kept. */
  readonly outside?: Readonly<Record<string, string>>;
  /** The target of this run, which is recorded as the last full sync once no work is left. */
  readonly target: {
    readonly settings: string;
    readonly tree: string;
    readonly commit: string;
    /** Number of skipped files in the docs folder. */
    readonly skipped?: number;
  };
  /** The repository of the run, which is recorded as the owner of the state. By default, the recorded repository is kept. */
  readonly repository?: RepositoryIdentity;
  /** Commits that a force push removed from the branch. By default, the recorded commits are kept. */
  readonly removedCommits?: readonly string[];
  /** Maximum number of concurrent requests. Default: 5. */
  readonly concurrency?: number;
  /**
   * Number of items in the first write-ahead batch; the size of later batches depends on the rate of sending. Default: 100. If the platform does not
   * honor the Idempotency-Key, a small sync records at most three items ahead per concurrent request, and at most this many in one batch.
   */
  readonly batchSize?: number;
  /** Cancels the run: no more requests are started, requests in progress have `grace` milliseconds to complete, and all results are recorded. */
  readonly signal?: AbortSignal;
  /** Time of the clock after which no more requests are started. Default: no deadline. */
  readonly deadline?: number;
  /** Results of the earlier rounds, which the `PlanOutdatedError` of the previous round contains; absent in the first round. */
  readonly earlier?: EarlierRounds;
  /** Time in milliseconds that requests in progress have to complete after a cancellation. Default: 3,000. */
  readonly grace?: number;
}
