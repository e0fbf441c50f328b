import { setTimeout } from 'node:timers/promises';
import type { Capabilities, Client, ContextItemExtensions } from '@context-sync/core';
import type { Change, Plan } from '../plan/change.ts';
import type { State } from '../state/schema.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';
import type { WantedDocument } from '../wanted.ts';
import { type Edit, Ledger } from './ledger.ts';
import type { ApplyResult, Done, Earlier, Failure } from './result.ts';
import { Stopping } from './stopping.ts';

export interface ApplyPorts {
  readonly client: Client;
  readonly extensions: ContextItemExtensions;
  readonly store: StateStore;
  /** Told after every item that was sent. */
  readonly progress?: (done: number, total: number) => void;
  readonly clock?: Clock;
}

export interface Clock {
  /** Milliseconds since some fixed time. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

const SYSTEM_CLOCK: Clock = { now: () => performance.now(), sleep: (milliseconds) => setTimeout(milliseconds) };

export interface ApplyInput {
  readonly plan: Plan;
  /** What the plan was made from; `base` is undefined where the state is new. */
  readonly base: StateSnapshot | undefined;
  readonly state: State;
  readonly capabilities: Capabilities;
  /** The documents that were read; each is settled once all its items are live. */
  readonly documents: readonly WantedDocument[];
  /** Hash of the settings that decide how a document is cut. */
  readonly recipe: string;
  /** Recorded as the last full sync once nothing is left undone. */
  readonly target: { readonly settings: string; readonly tree: string; readonly commit: string };
  /** Requests at a time. Default 5. */
  readonly concurrency?: number;
  /** Items of the first write-ahead batch; later ones grow to five times as many where sending is fast. Default 100. */
  readonly batchSize?: number;
  /** Cancels: nothing new is sent, what is under way gets `grace` to end, and everything known is recorded. */
  readonly signal?: AbortSignal;
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
  readonly stopping: Stopping;
  /** Requests at a time. */
  readonly concurrency: number;
  /** Ends requests under way, some time after the caller's signal. */
  readonly sendSignal: AbortSignal;
  readonly done: Done[];
  readonly failures: Failure[];
  connected: ApplyResult['connected'];
}

export function startRun(input: ApplyInput, ports: ApplyPorts): Run {
  const signal = input.signal ?? new AbortController().signal;
  const clock = ports.clock ?? SYSTEM_CLOCK;
  const always: Edit = ({ meta }) => {
    meta.capabilities = input.capabilities;
    meta.commit = input.target.commit;
    // Until everything is done, no tree counts as synced: a run that finds this state must look at the documents.
    meta.synced = null;
  };
  const ledger = new Ledger(ports.store, input.base, input.state, always, (milliseconds) => clock.sleep(milliseconds));
  return {
    input,
    ports,
    ledger,
    clock,
    stopping: new Stopping(signal),
    concurrency: input.concurrency ?? 5,
    sendSignal: delayed(signal, input.grace ?? 3_000),
    done: [],
    failures: [],
    connected: undefined,
  };
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
