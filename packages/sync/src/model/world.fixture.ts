import type { Capabilities } from '@context-sync/core';
import { FakePlatform } from '../apply/fake-platform.fixture.ts';
import { MemoryStore } from '../apply/memory-store.fixture.ts';
import { PlanOutdatedError } from '../apply/state-ledger.ts';
import type { Docs } from '../docs.fixture.ts';
import type { Leftover, OnInDoubt } from '../plan/plan-change.ts';
import type { WantedDataSource } from '../plan/plan-connect.ts';
import { StateConflictError, StateError } from '../state/state-errors.ts';
import type { State } from '../state/state-schema.ts';
import { type SyncOutcome, syncDocs } from '../sync.fixture.ts';
import { Actors } from './actors.fixture.ts';
import { type RunFaults, Runner } from './runner.fixture.ts';
import { Simulation } from './simulation.fixture.ts';

/** A push, which starts one run of the action. */
export interface Push {
  /** Age of the pushed commit, as a number of commits; 0 is the newest commit. */
  readonly age: number;
  /** Time in milliseconds after which the run starts. */
  readonly start: number;
  readonly runFaults: RunFaults;
  readonly verify: boolean;
  /** Time limit of the run in milliseconds; undefined for no limit. */
  readonly time?: number | undefined;
  readonly onInDoubt?: OnInDoubt;
  readonly getDecision?: (inDoubt: Leftover) => OnInDoubt | undefined;
  readonly isForgotten?: (leftover: Leftover) => boolean;
}

/** A run without faults, whose result depends only on the docs and on earlier runs. */
export const NO_FAULTS: RunFaults = { latencies: [], fates: [], writes: [], dies: undefined };
export const QUIET_PUSH: Push = { age: 0, start: 0, runFaults: NO_FAULTS, verify: false };

export type Ended = { readonly push: Push; readonly commit: number; readonly outcome: SyncOutcome | undefined };

/** Returns whether a push has no faults, so that it must succeed after any earlier failures. */
export function isQuiet({ runFaults: { fates, writes, dies }, time }: Push): boolean {
  return [...fates, ...writes].every((fate) => fate === 'completed') && dies === undefined && time === undefined;
}

/** A repository, the platform that it is synced to, and the state between them. */
export class World {
  readonly simulation = new Simulation();
  readonly platform = new FakePlatform(true);
  readonly store = new MemoryStore();
  readonly actors = new Actors(this.platform);
  /** The docs of each commit. */
  readonly commits: Docs[];
  can: Capabilities;
  source: WantedDataSource = {
    installationId: 7,
    owner: 'octo',
    repo: 'api',
    branch: 'a',
    category: 'docs',
    provider: 'github',
  };
  /** Whether all requests so far were sent to a service that honors the Idempotency-Key, so that all of them can be repeated. */
  alwaysKeyed = true;
  #runs = 0;

  constructor(docs: Docs, can: Capabilities, tellsIds: boolean) {
    this.commits = [docs];
    this.can = can;
    this.setMode(can, tellsIds);
  }

  get docs(): Docs {
    return this.commits.at(-1) ?? {};
  }

  /** Replaces the service with another version or product. */
  setMode(can: Capabilities, tellsIds: boolean): void {
    this.can = can;
    this.platform.honorsKeys = can.idempotency;
    this.alwaysKeyed &&= can.idempotency;
    this.platform.tellsIds = tellsIds;
  }

  /** Runs all pushes concurrently until each run has ended or been killed and every request has arrived. */
  async push(...pushes: Push[]): Promise<Ended[]> {
    const runningPushes = pushes.map((push) => this.#start(push));
    await this.simulation.run();
    return Promise.all(
      runningPushes.map(async ({ push, commit, runner, ended }) => {
        const { error, outcome } = (await Promise.race([ended, nothingYet()])) ?? {};
        if (error !== undefined && !isExpected(error, push)) throw error;
        if (error === undefined && outcome === undefined && !runner.dead) throw new Error('a run hangs');
        return { push, commit, outcome };
      }),
    );
  }

  async state(): Promise<State | undefined> {
    return this.store.state();
  }

  /** Returns the index of the commit that the state contains; -1 if there is none. */
  async commitOfState(): Promise<number> {
    const commit = (await this.state())?.meta.commit;
    return commit ? getNumber(commit) : -1;
  }

  #start(push: Push) {
    const { simulation, platform, store, can, source } = this;
    this.#runs += 1;
    const run = `run ${this.#runs}`;
    const commit = Math.max(this.commits.length - 1 - push.age, 0);
    const runner = new Runner(simulation, platform, store, push.runFaults);
    const go = async () => {
      await simulation.wait(push.start);
      return syncDocs({
        run,
        commit: `c${commit}`,
        docs: this.commits[commit] ?? {},
        isAncestor: (one, other) => getNumber(one) < getNumber(other),
        can,
        source,
        onInDoubt: push.onInDoubt,
        mustList: push.verify,
        verify: push.verify && can.list,
        deadline: push.time === undefined ? undefined : simulation.now + push.time,
        ...(push.getDecision ? { getDecision: push.getDecision } : {}),
        ...(push.isForgotten ? { isForgotten: push.isForgotten } : {}),
        ports: runner.ports,
      });
    };
    const endPromise = go().then(
      (outcome) => ({ outcome, error: undefined }),
      (error: unknown) => ({ outcome: undefined, error }),
    );
    return { push, commit, runner, ended: endPromise };
  }
}

function getNumber(commit: string): number {
  return Number(commit.slice(1));
}

/** Returns whether an error is allowed: the run could not write the state, or it had no time to wait for other runs. */
function isExpected(error: unknown, push: Push): boolean {
  if (error instanceof StateConflictError) return push.time !== undefined;
  if (error instanceof StateError) return push.runFaults.writes.some((fate) => fate !== 'completed');
  return error instanceof PlanOutdatedError && push.time !== undefined;
}

/** Resolves after all promises that are already resolved. */
async function nothingYet(): Promise<undefined> {
  await new Promise<void>((resume) => setImmediate(resume));
  return undefined;
}
