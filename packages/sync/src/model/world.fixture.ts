import type { Capabilities } from '@context-sync/core';
import { FakePlatform } from '../apply/fake-platform.fixture.ts';
import { PlanOutdatedError } from '../apply/ledger.ts';
import { MemoryStore } from '../apply/memory-store.fixture.ts';
import type { Docs } from '../docs.fixture.ts';
import type { Leftover, OnInDoubt } from '../plan/change.ts';
import type { WantedDataSource } from '../plan/plan-connect.ts';
import { StateConflictError, StateError } from '../state/errors.ts';
import type { State } from '../state/schema.ts';
import { type SyncOutcome, syncDocs } from '../sync.fixture.ts';
import { Actors } from './actors.fixture.ts';
import { type Fortune, Runner } from './runner.fixture.ts';
import { Simulation } from './simulation.fixture.ts';

/** A run of the action. */
export interface Push {
  /** How many commits ago; 0 is the newest. */
  readonly age: number;
  /** Milliseconds after which it starts. */
  readonly start: number;
  readonly fortune: Fortune;
  readonly verify: boolean;
  /** Milliseconds that it may take, where it is bounded. */
  readonly time?: number | undefined;
  readonly onInDoubt?: OnInDoubt;
  readonly decisionOn?: (inDoubt: Leftover) => OnInDoubt | undefined;
  readonly isForgotten?: (leftover: Leftover) => boolean;
}

/** Everything goes well: what is left to happen is the docs and the past. */
export const NO_FAULTS: Fortune = { latencies: [], fates: [], writes: [], dies: undefined };
export const QUIET_PUSH: Push = { age: 0, start: 0, fortune: NO_FAULTS, verify: false };

export type Ended = { readonly push: Push; readonly commit: number; readonly outcome: SyncOutcome | undefined };

/** Nothing may go wrong with this push, whatever went wrong before. */
export function isQuiet({ fortune: { fates, writes, dies }, time }: Push): boolean {
  return [...fates, ...writes].every((fate) => fate === 'answered') && dies === undefined && time === undefined;
}

/** A repository, the platform that it is synced to, and the state between them. */
export class World {
  readonly simulation = new Simulation();
  readonly platform = new FakePlatform(true);
  readonly store = new MemoryStore();
  readonly actors = new Actors(this.platform);
  /** The docs of every commit. */
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
  /** Whether everything so far was sent to a service that honours Idempotency-Key, so that all of it can be sent again. */
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

  /** The service is another version, or another product, from now on. */
  setMode(can: Capabilities, tellsIds: boolean): void {
    this.can = can;
    this.platform.honoursKeys = can.idempotency;
    this.alwaysKeyed &&= can.idempotency;
    this.platform.tellsIds = tellsIds;
  }

  /** Runs all of these at once, until each has ended or died and everything that was sent has arrived. */
  async push(...pushes: Push[]): Promise<Ended[]> {
    const running = pushes.map((push) => this.#start(push));
    await this.simulation.run();
    return Promise.all(
      running.map(async ({ push, commit, runner, ended }) => {
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

  /** Which commit the state was written for last; -1 before the first. */
  async commitOfState(): Promise<number> {
    const commit = (await this.state())?.meta.commit;
    return commit ? numberOf(commit) : -1;
  }

  #start(push: Push) {
    const { simulation, platform, store, can, source } = this;
    this.#runs += 1;
    const run = `run ${this.#runs}`;
    const commit = Math.max(this.commits.length - 1 - push.age, 0);
    const runner = new Runner(simulation, platform, store, push.fortune);
    const go = async () => {
      await simulation.wait(push.start);
      return syncDocs({
        run,
        commit: `c${commit}`,
        docs: this.commits[commit] ?? {},
        isAncestor: (one, other) => numberOf(one) < numberOf(other),
        can,
        source,
        onInDoubt: push.onInDoubt,
        asked: push.verify,
        verify: push.verify && can.list,
        deadline: push.time === undefined ? undefined : simulation.now + push.time,
        ...(push.decisionOn ? { decisionOn: push.decisionOn } : {}),
        ...(push.isForgotten ? { isForgotten: push.isForgotten } : {}),
        ports: runner.ports,
      });
    };
    const ended = go().then(
      (outcome) => ({ outcome, error: undefined }),
      (error: unknown) => ({ outcome: undefined, error }),
    );
    return { push, commit, runner, ended };
  }
}

function numberOf(commit: string): number {
  return Number(commit.slice(1));
}

/** What a run may end with that could not write the state, or had no time to wait for others. */
function isExpected(error: unknown, push: Push): boolean {
  if (error instanceof StateConflictError) return push.time !== undefined;
  if (error instanceof StateError) return push.fortune.writes.some((fate) => fate !== 'answered');
  return error instanceof PlanOutdatedError && push.time !== undefined;
}

/** Resolves after everything that is resolved already. */
async function nothingYet(): Promise<undefined> {
  await new Promise<void>((resume) => setImmediate(resume));
  return undefined;
}
