import type { Client } from '@context-sync/core';
import { apply } from '../apply/apply-plan.ts';
import type { ApplyResult, EarlierRounds } from '../apply/apply-result.ts';
import { FakePlatform } from '../apply/fake-platform.fixture.ts';
import { MemoryStore } from '../apply/memory-store.fixture.ts';
import { PlanOutdatedError } from '../apply/state-ledger.ts';
import { createPlan } from '../plan/plan.ts';
import { createEmptyState } from '../state/new-state.ts';
import { StateConflictError } from '../state/state-errors.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { FakePortal } from './fake-portal.fixture.ts';
import { createPortalPlan, isPortalSettled, type PortalPlan } from './portal-plan.ts';
import { reconcilePortal } from './reconcile-portal.ts';
import type { WantedPage, WantedPortal } from './wanted-portal.ts';

const ROUNDS = 30;

export interface PublishOptions {
  readonly date?: number;
  /** Whether to read the platform even if the plan that is based on the state has no changes. */
  readonly verify?: boolean;
  readonly commit?: string;
}

export interface PublishedRun {
  readonly plan: PortalPlan;
  /** The result of the publication; undefined if there was nothing to do. */
  readonly result: ApplyResult | undefined;
}

/** A docs portal and the state of one repository that publishes to it. */
export class PortalHarness {
  readonly portal = new FakePortal();
  readonly store: MemoryStore;
  /** Time of the monotonic clock in milliseconds. */
  now = 0;
  #runs = 0;

  constructor(store = new MemoryStore()) {
    this.store = store;
  }

  /** Publishes the pages and files of a repository. Plans again if another run was faster. */
  async publish(wantedPortal: WantedPortal | undefined, options: PublishOptions = {}): Promise<PublishedRun> {
    this.#runs += 1;
    const run = `run ${this.#runs}`;
    let earlier: EarlierRounds | undefined;
    for (let round = 1; ; round += 1) {
      try {
        return await this.#publishOnce(wantedPortal, { date: this.#runs * 1_000_000, ...options, run, earlier });
      } catch (error) {
        const isOutdated = error instanceof PlanOutdatedError || error instanceof StateConflictError;
        if (!isOutdated || round === ROUNDS) throw error;
        if (error instanceof PlanOutdatedError) earlier = error.earlier;
      }
    }
  }

  async #publishOnce(
    wantedPortal: WantedPortal | undefined,
    options: PublishOptions & { run: string; date: number; earlier: EarlierRounds | undefined },
  ): Promise<PublishedRun> {
    const { run, date, earlier, verify = false, commit = 'c' } = options;
    const { store, portal } = this;
    const base = await store.read();
    const summary = base?.meta.portal;
    const records = (await base?.portal()) ?? new Map();
    const fromState = createPortalPlan(wantedPortal, {
      summary,
      records,
      conflicts: new Map(),
      settings: undefined,
      hasFindings: false,
      isUnconfirmed: false,
    });
    const mustRead = verify || summary?.by !== undefined || base?.meta.synced === null || !isPortalSettled(fromState);
    if (!mustRead) return { plan: fromState, result: undefined };
    const me = { run, at: date };
    const knownPortal = await reconcilePortal({
      docs: portal.docs,
      project: 'p',
      wanted: wantedPortal,
      summary,
      records,
      adopt: false,
      me,
      readFile,
    });
    const plan = createPortalPlan(wantedPortal, knownPortal);
    const items = createPlan(
      { documents: new Map(), capabilities: CAPABILITIES.all, unread: 0, me },
      { documents: [], unchanged: new Set() },
      undefined,
    );
    const platform = new FakePlatform(true);
    const result = await apply(
      {
        plan: { ...items, portal: plan },
        run,
        base,
        state: base
          ? { meta: base.meta, documents: new Map(), portal: records }
          : { ...createEmptyState('https://api.example.com/', 'p', CAPABILITIES.all), portal: records },
        shards: [],
        capabilities: CAPABILITIES.all,
        documents: [],
        chunkConfigHash: '',
        target: { settings: '', tree: '', commit },
        concurrency: 3,
        grace: 0,
        ...(earlier ? { earlier } : {}),
      },
      {
        client: platform.client as Client,
        extensions: platform.extensions,
        portal: { docs: portal.docs, readFile },
        store,
        clock: { now: () => this.now, date: () => date, sleep: () => store.pause() },
      },
    );
    return { plan, result };
  }
}

/** Returns the content of a file, which is the name of its git object. */
async function readFile({ blob }: { readonly blob: string }): Promise<Uint8Array> {
  return new TextEncoder().encode(blob);
}

export function createPage(path: string, markdown: string, more: Partial<WantedPage> = {}): WantedPage {
  const title = path.slice(path.lastIndexOf('/') + 1);
  return { path, file: `docs/${path}.md`, title, description: '', markdown, order: 0, public: true, ...more };
}

/** Returns a portal with these pages by path, these files by path, and a navigation of all pages. */
export function createPortal(
  pages: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): WantedPortal {
  return {
    pages: Object.entries(pages).map(([path, markdown]) => createPage(path, markdown)),
    files: Object.entries(files).map(([path, blob]) => ({ path, file: `docs/${path}`, blob })),
    navigation: Object.keys(pages).map((path) => ({ title: path, path })),
  };
}
