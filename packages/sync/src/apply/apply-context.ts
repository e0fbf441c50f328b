import { MAX_WRITE_MS } from '../state/state-lease.ts';
import type { State, Writer } from '../state/state-schema.ts';
import { correctRecord } from '../verify/correct-record.ts';
import type { ApplyInput, ApplyPorts } from './apply-input.ts';
import type { FailedChange } from './apply-result.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { Ledger, PlanOutdatedError, type StateEdit } from './state-ledger.ts';

const DEFAULT_CONCURRENCY = 5;
const DEFAULT_GRACE_MS = 3_000;

/** The context that the steps of an apply share. Each step returns its result instead of changing the context. */
export interface ApplyContext {
  readonly input: ApplyInput;
  readonly ports: ApplyPorts;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly limiter: ConcurrencyLimiter;
  readonly breaker: CircuitBreaker;
  /** Signal that aborts requests in progress, some time after the signal of the run has been aborted. */
  readonly sendSignal: AbortSignal;
}

export function createContext(input: ApplyInput, ports: ApplyPorts): ApplyContext {
  const signal = input.signal ?? new AbortController().signal;
  const { clock = SYSTEM_CLOCK } = ports;
  const { concurrency = DEFAULT_CONCURRENCY, deadline = Number.POSITIVE_INFINITY } = input;
  return {
    input,
    ports,
    ledger: createLedger(input, ports, clock),
    clock,
    concurrency,
    limiter: ports.limiter ?? new ConcurrencyLimiter(concurrency, clock),
    breaker: new CircuitBreaker(signal, () => clock.now() >= deadline),
    sendSignal: delayAbort(signal, input.grace ?? DEFAULT_GRACE_MS),
  };
}

function createLedger(input: ApplyInput, ports: ApplyPorts, clock: Clock): Ledger {
  const { base, state, shards } = input;
  const plannedCommit = base?.meta.commit ?? null;
  const keepState: StateEdit = ({ meta }) => {
    // If another run has overtaken this one, this run records its results but does not change the recorded commit.
    if (meta.commit === plannedCommit) {
      meta.commit = input.target.commit;
      meta.capabilities = input.capabilities;
      if (input.removedCommits) meta.removedCommits = input.removedCommits;
    }
    // No tree is recorded as synced until all work is done, so that a run that finds this state reads the documents.
    meta.synced = null;
    if (input.repository) meta.repository = input.repository;
  };
  const sleep = (milliseconds: number) => clock.sleep(milliseconds);
  const ledger = new Ledger({ store: ports.store, base, state, shards, always: keepState, sleep });
  for (const correction of input.corrections ?? []) {
    ledger.noteResult(({ documents, revision }) => {
      // If another run has written the state since, its records may be newer than the list. If the difference still matters, the next plan finds it
      // again.
      if (revision === input.state.meta.revision + 1) correctRecord(documents, correction);
    });
  }
  return ledger;
}

/**
 * Returns the identity of this run, which its intents contain.
 * @param aheadMs expected duration of the write in milliseconds
 */
export function createWriter({ input, clock }: Pick<ApplyContext, 'input' | 'clock'>, aheadMs = 0): Writer {
  const deadlineMs = Math.round(clock.date() + Math.min(aheadMs, MAX_WRITE_MS));
  return { run: input.run, at: deadlineMs, ...(input.capabilities.idempotency ? { keyed: true } : {}) };
}

/**
 * Checks that no run for another commit has started.
 * @throws PlanOutdatedError if one has started, because its docs may require other items
 */
export function assertNotOvertaken({ input }: ApplyContext, meta: State['meta']): void {
  if (meta.commit !== input.target.commit) {
    throw new PlanOutdatedError(`another run is syncing commit ${meta.commit?.slice(0, 7)}`);
  }
}

export function createFailedChange(change: FailedChange['change'], error: unknown): FailedChange {
  return { change, error: error instanceof Error ? error : new Error(String(error)) };
}

function delayAbort(signal: AbortSignal, milliseconds: number): AbortSignal {
  const delayedAbort = new AbortController();
  const abort = () => globalThis.setTimeout(() => delayedAbort.abort(signal.reason), milliseconds).unref();
  if (signal.aborted) delayedAbort.abort(signal.reason);
  else signal.addEventListener('abort', abort, { once: true });
  return delayedAbort.signal;
}
