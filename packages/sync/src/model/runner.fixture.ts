import { type Client, InvalidRequestError } from '@context-sync/core';
import type { ApplyPorts } from '../apply/apply-input.ts';
import type { Clock } from '../apply/clock.ts';
import { clientOver, createFailure, extensionsOver, type FakePlatform, lost } from '../apply/fake-platform.fixture.ts';
import type { MemoryStore } from '../apply/memory-store.fixture.ts';
import { StateError } from '../state/state-errors.ts';
import type { StateStore } from '../state/state-store.ts';
import type { Simulation } from './simulation.fixture.ts';

/** The outcome of a request or of a write of the state. `lost-late`: the response is lost, and the platform executes the request later. */
export type RequestFate = 'completed' | 'failed-before' | 'refused' | 'lost-before' | 'lost-after' | 'lost-late';

/** The latencies and failures of one run. */
export interface RunFaults {
  /** Latencies in milliseconds of requests and responses to the platform or the state. They are used in turn and repeatedly. Default: none. */
  readonly latencies: readonly number[];
  /** Outcomes of requests that change something, in order. All later requests succeed. */
  readonly fates: readonly RequestFate[];
  /** Outcomes of writes of the state, in order. Only `failed-before` and `lost-after` have an effect. All later writes succeed. */
  readonly writes: readonly RequestFate[];
  /** Number of requests and responses after which the runner dies. Undefined if it does not die. */
  readonly dies: number | undefined;
  /** Time in milliseconds after which a `lost-late` request is executed. Default: 20,000. */
  readonly late?: number;
  /** Maximum one-way latency of a write of the state in milliseconds. Default: 8,000. */
  readonly writeWay?: number;
}

/** A promise that never resolves, for which a killed run waits. */
const neverSettles = new Promise<never>(() => undefined);

/** The ports of one run in the simulation. Requests take time and may get lost, and a killed run receives no responses. */
export class Runner {
  readonly ports: Pick<ApplyPorts, 'client' | 'extensions' | 'store'> & { readonly clock: Clock };
  readonly #simulation: Simulation;
  readonly #runFaults: RunFaults;
  #steps = 0;
  #latency = 0;
  #requests = 0;
  #writes = 0;

  constructor(simulation: Simulation, platform: FakePlatform, store: MemoryStore, runFaults: RunFaults) {
    this.#simulation = simulation;
    this.#runFaults = runFaults;
    const line = <T>(request: string, act: () => T) => this.#carry(request, act);
    this.ports = {
      client: clientOver(platform, line) as Client,
      extensions: extensionsOver(platform, line),
      store: this.#storeOver(store),
      clock: { ...simulation.clock, sleep: (milliseconds) => this.#alive(simulation.wait(milliseconds)) },
    };
  }

  get dead(): boolean {
    return this.#steps > (this.#runFaults.dies ?? Number.POSITIVE_INFINITY);
  }

  #storeOver(store: MemoryStore): StateStore {
    return {
      place: store.place,
      read: () => this.#travel(() => store.snapshot()),
      write: async (base, change, message) => {
        const fate = this.#runFaults.writes[this.#writes] ?? 'completed';
        this.#writes += 1;
        const notedVersion = await this.#travel(() => {
          if (fate === 'failed-before') throw new StateError('store', 'the state could not be written', 'wait');
          return store.swap(base, change, message);
        }, this.#runFaults.writeWay ?? 8_000);
        if (fate === 'lost-after') throw new StateError('store', 'it is unknown whether the state was written', 'wait');
        return notedVersion;
      },
    };
  }

  async #carry<T>(request: string, act: () => T): Promise<T> {
    if (request === 'GET') return this.#travel(act);
    const fate = this.#runFaults.fates[this.#requests] ?? 'completed';
    this.#requests += 1;
    switch (fate) {
      case 'completed':
        return this.#travel(act);
      case 'lost-after':
        await this.#travel(act);
        throw lost(request);
      case 'lost-late':
        // A late update or deletion is executed immediately, because the engine relies on the order of these requests.
        await this.#travel(() => {
          if (request !== 'POST') act();
          else void this.#simulation.wait(this.#runFaults.late ?? 20_000).then(act);
        });
        throw lost(request);
      case 'lost-before':
        await this.#travel(() => undefined);
        throw lost(request);
      case 'failed-before':
        await this.#travel(() => undefined);
        throw createFailure(request);
      case 'refused':
        await this.#travel(() => undefined);
        throw new InvalidRequestError('not like this', { request, status: 422, outcomeUnknown: false });
    }
  }

  /** Sends a request and waits for the response. A request that was sent arrives even if its run has been killed. */
  async #travel<T>(act: () => T, limit = Number.POSITIVE_INFINITY): Promise<T> {
    if (this.#step()) return neverSettles;
    await this.#simulation.wait(Math.min(this.#nextLatency(), limit));
    let result: () => T;
    try {
      const value = act();
      result = () => value;
    } catch (error) {
      result = () => {
        throw error;
      };
    }
    await this.#simulation.wait(Math.min(this.#nextLatency(), limit));
    if (this.#step()) return neverSettles;
    return result();
  }

  async #alive(waiting: Promise<void>): Promise<void> {
    await waiting;
    if (this.dead) await neverSettles;
  }

  #step(): boolean {
    this.#steps += 1;
    return this.dead;
  }

  #nextLatency(): number {
    const { latencies } = this.#runFaults;
    const latency = latencies[this.#latency % latencies.length] ?? 0;
    this.#latency += 1;
    return latency;
  }
}
