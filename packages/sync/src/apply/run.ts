import { setTimeout } from 'node:timers/promises';
import type { Capabilities, Client, ContextItemExtensions } from '@context-sync/core';
import type { Change, Plan } from '../plan/change.ts';
import type { RepositoryIdentity, State, Writer } from '../state/schema.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';
import { WRITE_LIMIT } from '../state/writer.ts';
import { type Correction, correct } from '../verify/correction.ts';
import type { WantedDocument } from '../wanted.ts';
import { type Edit, Ledger, PlanOutdatedError } from './ledger.ts';
import { Pace } from './pace.ts';
import type { ApplyResult, Done, Earlier, Failure } from './result.ts';
import { Stopping } from './stopping.ts';

export interface ApplyPorts {
  readonly client: Client;
  readonly extensions: ContextItemExtensions;
  readonly store: StateStore;
  /** Told of every answer by the client's transport, where that can tell. Default: one that always allows `concurrency`. */
  readonly pace?: Pace;
  /** Told after every item that was sent. */
  readonly progress?: (done: number, total: number) => void;
  readonly clock?: Clock;
}

export interface Clock {
  /** Milliseconds since some fixed time; never goes back. */
  now(): number;
  /** Milliseconds since 1970. */
  date(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: (milliseconds) => setTimeout(milliseconds),
};

export interface ApplyInput {
  readonly plan: Plan;
  /** Name of this run; no other run that may be alive has it. */
  readonly run: string;
  /** What the plan was made from; `base` is undefined where the state is new. `state` holds the documents of `shards`. */
  readonly base: StateSnapshot | undefined;
  readonly state: State;
  readonly shards: readonly string[];
  /** What the service's own list has shown to be otherwise than `state` says; the plan was made with them. Default none. */
  readonly corrections?: readonly Correction[];
  readonly capabilities: Capabilities;
  /** The documents that were read; each is settled once all its items are live. */
  readonly documents: readonly WantedDocument[];
  /** Hash of the settings that decide how a document is cut. */
  readonly chunkConfigHash: string;
  /** Recorded as the last full sync once nothing is left undone. */
  readonly target: {
    readonly settings: string;
    readonly tree: string;
    readonly commit: string;
    /** Files of the docs folder that were left out. */
    readonly skipped?: number;
  };
  /** The repository of the run; recorded as the one that the state belongs to. Default: what the state says of it. */
  readonly repository?: RepositoryIdentity;
  /** Recorded as commits that are no longer on the branch. Default: what the state says of them. */
  readonly removedCommits?: readonly string[];
  /** Requests at a time. Default 5. */
  readonly concurrency?: number;
  /**
   * Items of the first write-ahead batch; later ones are as large as the pace of sending asks for. Default 100. A small sync to a platform that
   * does not honour Idempotency-Key records at most three items ahead for each request at a time, and this many in one batch.
   */
  readonly batchSize?: number;
  /** Cancels: nothing new is sent, what is under way gets `grace` to end, and everything known is recorded. */
  readonly signal?: AbortSignal;
  /** Time by the clock after which nothing new is sent; the rest is left to the next run. Default never. */
  readonly deadline?: number;
  /** From the `PlanOutdatedError` of the round before, if there was one. */
  readonly earlier?: Earlier;
  /** Milliseconds that requests under way get after a cancel. Default 3,000. */
  readonly grace?: number;
}

/** One apply under way: what its steps share. */
export interface Run {
  readonly input: ApplyInput;
  readonly ports: ApplyPorts;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly stopping: Stopping;
  /** Ends requests under way, some time after the caller's signal. */
  readonly sendSignal: AbortSignal;
  readonly done: Done[];
  readonly failures: Failure[];
  connected: ApplyResult['connected'];
  existing: ApplyResult['existing'];
  /** Changes that were not begun when the run was stopped. */
  unsent: number;
}

export function startRun(input: ApplyInput, ports: ApplyPorts): Run {
  const signal = input.signal ?? new AbortController().signal;
  const clock = ports.clock ?? SYSTEM_CLOCK;
  const { base, state, shards } = input;
  const planned = base?.meta.commit ?? null;
  const always: Edit = ({ meta }) => {
    // A run that was overtaken records what it has done, and leaves it to the other to say which commit counts.
    if (meta.commit === planned) {
      meta.commit = input.target.commit;
      meta.capabilities = input.capabilities;
      if (input.removedCommits) meta.removedCommits = input.removedCommits;
    }
    // Until everything is done, no tree counts as synced: a run that finds this state must look at the documents.
    meta.synced = null;
    if (input.repository) meta.repository = input.repository;
  };
  const sleep = (milliseconds: number) => clock.sleep(milliseconds);
  const ledger = new Ledger({ store: ports.store, base, state, shards, always, sleep });
  for (const correction of input.corrections ?? []) {
    ledger.note(({ documents, revision }) => {
      // What another run has written since may be newer than the list; where it still matters, the next plan asks again.
      if (revision === input.state.meta.revision + 1) correct(documents, correction);
    });
  }
  return {
    input,
    ports,
    ledger,
    clock,
    pace: ports.pace ?? new Pace(input.concurrency ?? 5, clock),
    stopping: new Stopping(signal, () => clock.now() >= (input.deadline ?? Number.POSITIVE_INFINITY)),
    sendSignal: delayed(signal, input.grace ?? 3_000),
    done: [],
    failures: [],
    connected: undefined,
    existing: undefined,
    unsent: 0,
  };
}

/**
 * This run as the writer of an intent.
 * @param ahead milliseconds that the write is likely to take
 */
export function writerOf({ input, clock }: Pick<Run, 'input' | 'clock'>, ahead = 0): Writer {
  const at = Math.round(clock.date() + Math.min(ahead, WRITE_LIMIT));
  return { run: input.run, at, ...(input.capabilities.idempotency ? { keyed: true } : {}) };
}

/** @throws PlanOutdatedError when a run for another commit has come in between: what is wanted may be something else by now */
export function assertNotOvertaken({ input }: Run, meta: State['meta']): void {
  if (meta.commit !== input.target.commit) {
    throw new PlanOutdatedError(`another run is syncing commit ${meta.commit?.slice(0, 7)}`);
  }
}

/** Takes note of what failed, and of whether that is a reason to stop. */
export function fail(run: Run, change: Change | undefined, error: unknown): void {
  run.failures.push({ change, error: error instanceof Error ? error : new Error(String(error)) });
  run.stopping.failed(error);
}

function delayed(signal: AbortSignal, milliseconds: number): AbortSignal {
  const later = new AbortController();
  const abort = () => globalThis.setTimeout(() => later.abort(signal.reason), milliseconds).unref();
  if (signal.aborted) later.abort(signal.reason);
  else signal.addEventListener('abort', abort, { once: true });
  return later.signal;
}
