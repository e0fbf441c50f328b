import type { Capabilities, Client } from '@context-sync/core';
import type { Docs } from '../docs.fixture.ts';
import type { OnInDoubt } from '../plan/plan-change.ts';
import type { WantedDataSource } from '../plan/plan-connect.ts';
import { type SyncInput, syncDocs } from '../sync.fixture.ts';
import type { ApplyResult } from './apply-result.ts';
import { FakePlatform } from './fake-platform.fixture.ts';
import { MemoryStore } from './memory-store.fixture.ts';

export const SOURCE = {
  installationId: 7,
  owner: 'octo',
  repo: 'api',
  branch: 'main',
  category: 'docs',
  provider: 'github',
} as const satisfies WantedDataSource;

export const DOCS: Docs = { 'a.md': { intro: 'A1', usage: 'A2' }, 'b.md': { intro: 'B1' } };

export interface SyncOptions extends Pick<SyncInput, 'verify' | 'isForgotten' | 'getDecision' | 'deadline'> {
  readonly can?: Capabilities;
  /** Whether to connect the data source. By default, it is connected only if one is given. */
  readonly connect?: boolean;
  readonly source?: WantedDataSource;
  readonly onInDoubt?: OnInDoubt;
  readonly now?: () => number;
  /**
   * Returns the time in milliseconds since 1970. By default, this is long after the previous run, so that none of the requests of that run are in
   * progress.
   */
  readonly date?: () => number;
  readonly concurrency?: number;
  readonly batchSize?: number;
  readonly signal?: AbortSignal;
  readonly client?: Partial<Client>;
  readonly progress?: (done: number, total: number) => void;
}

/** A platform and its state without virtual time. Runs happen one after another, unless a test starts several at once. */
export class SyncHarness {
  readonly store: MemoryStore;
  readonly platform: FakePlatform;
  readonly #can: Capabilities;
  #runs = 0;

  /** Creates a harness. @param can capabilities that the service declares; with any capability, the platform honors keys and returns IDs */
  constructor(can: Capabilities, store = new MemoryStore()) {
    this.#can = can;
    this.store = store;
    this.platform = new FakePlatform(Object.values(can).includes(true));
  }

  /** Runs a sync, which creates a plan even if nothing has changed. */
  async sync(docs: Docs, options: SyncOptions = {}): Promise<ApplyResult> {
    const { store, platform } = this;
    const {
      can = this.#can,
      source,
      connect = source !== undefined,
      now = () => 0,
      client,
      signal,
      progress,
    } = options;
    const { verify = false, isForgotten, getDecision, deadline, onInDoubt, concurrency = 3, batchSize = 4 } = options;
    this.#runs += 1;
    const at = this.#runs * 1_000_000;
    const { result } = await syncDocs({
      run: `run ${this.#runs}`,
      commit: 'c',
      docs,
      can,
      source: connect ? (source ?? SOURCE) : undefined,
      onInDoubt,
      mustList: true,
      verify,
      deadline,
      ...(isForgotten ? { isForgotten } : {}),
      ...(getDecision ? { getDecision } : {}),
      options: { concurrency, batchSize, grace: 0, ...(signal ? { signal } : {}) },
      ports: {
        client: { ...platform.client, ...client } as Client,
        extensions: platform.extensions,
        store,
        ...(progress ? { progress } : {}),
        clock: { now, date: options.date ?? (() => at), sleep: () => store.pause() },
      },
    });
    if (!result) throw new Error('the run did not look at anything');
    return result;
  }
}
