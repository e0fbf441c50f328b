import {
  type Capabilities,
  type Client,
  ForbiddenError,
  InvalidRequestError,
  NO_CAPABILITIES,
} from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import type { ConnectChange, OnInDoubt } from '../plan/change.ts';
import { InstallationIdMissing, planConnect } from '../plan/connect.ts';
import { plan } from '../plan/plan.ts';
import { StateConflictError } from '../state/errors.ts';
import { newState } from '../state/new-state.ts';
import { ALL_SHARDS } from '../state/shards.ts';
import type { WantedDocument } from '../wanted.ts';
import { apply } from './apply.ts';
import { PlanOutdatedError } from './ledger.ts';
import { MemoryStore } from './memory-store.fixture.ts';
import { Crash, type Fate, Platform } from './platform.fixture.ts';
import type { ApplyResult } from './result.ts';

const ALL: Capabilities = { idempotency: true, replace: true, remove: true, list: false };
const NO_REPLACE: Capabilities = { idempotency: true, replace: false, remove: true, list: false };
const source = {
  installationId: 7,
  owner: 'octo',
  repo: 'api',
  branch: 'main',
  category: 'docs',
  provider: 'github',
};

const NEVER_CONNECTED = { dataSource: null, formerDataSources: [] };

/** Docs as sections by document path. */
type Docs = Readonly<Record<string, Readonly<Record<string, string>>>>;

function documentsOf(docs: Docs): WantedDocument[] {
  return Object.entries(docs).map(([path, sections]) => ({
    path,
    blob: `blob of ${JSON.stringify(sections)}`,
    items: Object.entries(sections).map(([name, content]) => ({
      key: `${path}#${name}`,
      title: `${path} › ${name}`,
      content,
      public: false,
      lines: [1, 2] as const,
    })),
  }));
}

let runs = 0;

/** One run of the whole engine, as the action does it: read the state, skip what is known, plan, apply. */
async function sync(
  store: MemoryStore,
  platform: Platform,
  docs: Docs,
  can: Capabilities,
  options: {
    connect?: boolean;
    onInDoubt?: OnInDoubt;
    source?: typeof source;
    now?: () => number;
    /** Default: long after the run before, so that nothing of it can still be under way. */
    date?: number;
    batchSize?: number;
    signal?: AbortSignal;
    client?: Partial<Client>;
  } = {},
): Promise<ApplyResult> {
  runs += 1;
  const run = `run ${runs}`;
  const at = options.date ?? runs * 1_000_000;
  for (let round = 0; ; round += 1) {
    const base = await store.read();
    const documents = (await base?.documents(ALL_SHARDS)) ?? new Map();
    const wanted = documentsOf(docs);
    const isKnown = ({ path, blob }: WantedDocument) => documents.get(path)?.blob === blob;
    const read = wanted.filter((document) => !isKnown(document));
    const unchanged = new Set(wanted.filter(isKnown).map(({ path }) => path));
    const connect: ConnectChange | undefined = options.connect
      ? planConnect(base?.meta ?? NEVER_CONNECTED, options.source ?? source, can, {
          onInDoubt: options.onInDoubt,
          me: { run, at },
        })
      : undefined;
    const state = base ? { meta: base.meta, documents } : newState('https://api.example.com/', 'p', can);
    try {
      return await apply(
        {
          plan: plan(
            {
              documents,
              capabilities: can,
              me: { run, at },
              ...(options.onInDoubt ? { onInDoubt: options.onInDoubt } : {}),
            },
            { documents: read, unchanged },
            connect,
          ),
          run,
          base,
          state,
          shards: ALL_SHARDS,
          capabilities: can,
          documents: read,
          recipe: 'r',
          target: { settings: 's', tree: JSON.stringify(docs), commit: 'c' },
          concurrency: 3,
          batchSize: options.batchSize ?? 4,
          grace: 0,
          ...(options.signal ? { signal: options.signal } : {}),
        },
        {
          client: { ...platform.client, ...options.client } as Client,
          extensions: platform.extensions,
          store,
          clock: { now: options.now ?? (() => 0), date: () => at, sleep: () => store.pause() },
        },
      );
    } catch (error) {
      if (!(error instanceof PlanOutdatedError || error instanceof StateConflictError) || round === 100) throw error;
      await store.pause();
    }
  }
}

function held(platform: Platform): string[] {
  return [...platform.items.values()].map(({ title, content }) => `${title}: ${content}`).sort();
}

function wantedTexts(docs: Docs): string[] {
  return documentsOf(docs)
    .flatMap(({ items }) => items.map(({ title, content }) => `${title}: ${content}`))
    .sort();
}

const DOCS: Docs = { 'a.md': { intro: 'A1', usage: 'A2' }, 'b.md': { intro: 'B1' } };

describe.each([
  ['a service with every capability', ALL, true],
  ['a service that can remove but not replace', NO_REPLACE, true],
  ['the specification alone', NO_CAPABILITIES, false],
])('on %s', (_name, can, extended) => {
  it('creates everything once, and sends nothing the second time', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(extended)];
    const first = await sync(store, platform, DOCS, can, { connect: true });
    expect(first).toMatchObject({ end: 'complete', connected: 'connected', counts: { created: 3, kept: 0 } });
    expect(held(platform)).toEqual(wantedTexts(DOCS));
    const { requests } = platform;
    const second = await sync(store, platform, DOCS, can, { connect: true });
    expect(second).toMatchObject({ end: 'complete', connected: undefined, counts: { created: 0, kept: 3 } });
    expect(platform.requests).toBe(requests);
    expect(platform.dataSources).toEqual([source]);
  });

  it('records an intent before each batch and nothing else in between', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(extended)];
    await sync(store, platform, DOCS, can, { connect: true, batchSize: 2 });
    expect(store.messages).toEqual(['Intent: connect octo/api', 'Intent: send 2', 'Intent: send 1', 'Synced']);
  });

  it('keeps one refused item from the others', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(extended)];
    const refusing: Partial<Client> = {
      createContextItem: async (slug, item, options) => {
        if (item.content === 'A2')
          throw new InvalidRequestError('no', { request: 'POST', status: 422, mayHaveActed: false });
        return platform.client.createContextItem(slug, item, options);
      },
    };
    const first = await sync(store, platform, DOCS, can, { client: refusing });
    expect(first).toMatchObject({ end: 'incomplete', counts: { created: 2, inDoubt: 0 } });
    expect(first.failures.map(({ change }) => change?.path)).toEqual(['a.md']);
    const second = await sync(store, platform, DOCS, can);
    expect(second).toMatchObject({ end: 'complete', counts: { created: 1, kept: 2 } });
    expect(held(platform)).toEqual(wantedTexts(DOCS));
  });

  it('stops at a key that may not write, with nothing left in doubt', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(extended)];
    let asked = 0;
    const forbidding: Partial<Client> = {
      createContextItem: async () => {
        asked += 1;
        throw new ForbiddenError('read-only', { request: 'POST', status: 403, mayHaveActed: false });
      },
    };
    const many: Docs = { 'a.md': Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`s${at}`, 'x'])) };
    const result = await sync(store, platform, many, can, { client: forbidding });
    expect(result).toMatchObject({ end: 'stopped', counts: { created: 0, inDoubt: 0 } });
    expect(asked).toBeLessThanOrEqual(3);
    expect(await sync(store, platform, many, can)).toMatchObject({ end: 'complete', counts: { created: 20 } });
  });

  it('leaves a service alone that fails again and again', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(extended)];
    platform.fate = () => 'failed-before';
    const many: Docs = { 'a.md': Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`s${at}`, 'x'])) };
    expect((await sync(store, platform, many, can, { batchSize: 40 })).end).toBe('stopped');
    expect(platform.requests).toBeLessThan(10);
  });

  it('records what was done when it is cancelled, and goes on from there', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(extended)];
    const cancel = new AbortController();
    platform.beforeRequest = () => {
      if (platform.requests === 1) cancel.abort();
    };
    const first = await sync(store, platform, DOCS, can, { signal: cancel.signal });
    expect(first.end).toBe('cancelled');
    expect(first.counts.created).toBe(platform.items.size);
    platform.beforeRequest = () => undefined;
    expect((await sync(store, platform, DOCS, can)).end).toBe('complete');
    expect(held(platform)).toEqual(wantedTexts(DOCS));
  });
});

describe('an edit, a removal and their undoing', () => {
  const edited: Docs = { 'a.md': { intro: 'A1', usage: 'A2 edited' } };

  it.each([
    ['replaced in place', ALL],
    ['created, then the old one removed', NO_REPLACE],
  ])('are real where the service can: %s', async (_name, can) => {
    const [store, platform] = [new MemoryStore(), new Platform(true)];
    await sync(store, platform, DOCS, can);
    const result = await sync(store, platform, edited, can);
    expect(result.counts).toEqual({
      created: 0,
      replaced: 1,
      removed: 1,
      kept: 1,
      superseded: 0,
      stale: 0,
      inDoubt: 0,
    });
    expect(held(platform)).toEqual(wantedTexts(edited));
    // Back to the first content: an Idempotency-Key that was only made of the content would be answered from memory.
    await sync(store, platform, DOCS, can);
    expect(held(platform)).toEqual(wantedTexts(DOCS));
    await sync(store, platform, edited, can);
    expect(held(platform)).toEqual(wantedTexts(edited));
  });

  it('are said where the API can only create, and nothing is created twice', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(false)];
    await sync(store, platform, DOCS, NO_CAPABILITIES);
    const result = await sync(store, platform, edited, NO_CAPABILITIES);
    expect(result.counts).toEqual({
      created: 1,
      replaced: 0,
      removed: 0,
      kept: 1,
      superseded: 1,
      stale: 1,
      inDoubt: 0,
    });
    const requests = platform.requests;
    const undone = await sync(store, platform, DOCS, NO_CAPABILITIES);
    expect(undone.counts).toEqual({
      created: 0,
      replaced: 0,
      removed: 0,
      kept: 3,
      superseded: 1,
      stale: 0,
      inDoubt: 0,
    });
    expect(platform.requests).toBe(requests);
    expect(platform.items.size).toBe(4);
  });

  it('creates an item that somebody has deleted on the platform when its section changes', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(true)];
    await sync(store, platform, DOCS, ALL);
    for (const [id, { content }] of platform.items) if (content === 'A2') platform.items.delete(id);
    const result = await sync(store, platform, { ...DOCS, 'a.md': { intro: 'A1', usage: 'A2 edited' } }, ALL);
    expect(result).toMatchObject({ end: 'complete', counts: { created: 1, replaced: 0 } });
    expect(held(platform)).toEqual(wantedTexts({ ...DOCS, 'a.md': { intro: 'A1', usage: 'A2 edited' } }));
  });
});

describe('what is in doubt on the specification alone', () => {
  /** A first push of which every answer is lost: the platform has the items, the state does not know. */
  async function lost(after: boolean) {
    const [store, platform] = [new MemoryStore(), new Platform(false)];
    platform.fate = () => (after ? 'lost-after' : 'lost-before');
    const first = await sync(store, platform, DOCS, NO_CAPABILITIES, { connect: true });
    expect(first).toMatchObject({ end: 'incomplete', connected: 'in-doubt', counts: { created: 0, inDoubt: 3 } });
    platform.fate = () => 'answered';
    return { store, platform };
  }

  it('is held, run after run', async () => {
    const { store, platform } = await lost(true);
    const requests = platform.requests;
    const again = await sync(store, platform, DOCS, NO_CAPABILITIES, { connect: true });
    expect(again).toMatchObject({ end: 'incomplete', connected: 'in-doubt', counts: { created: 0, inDoubt: 3 } });
    expect(platform.requests).toBe(requests);
  });

  it.each([
    ['assume-created', true, 0, 3],
    ['resend', false, 3, 0],
  ] as const)('is settled by %s', async (onInDoubt, after, created, kept) => {
    const { store, platform } = await lost(after);
    const options = { connect: true, onInDoubt };
    const settled = await sync(store, platform, DOCS, NO_CAPABILITIES, options);
    expect(settled).toMatchObject({ end: 'complete', connected: 'connected', counts: { created, kept, inDoubt: 0 } });
    expect(held(platform)).toEqual(wantedTexts(DOCS));
    expect(platform.dataSources).toEqual([source]);
    const requests = platform.requests;
    expect(await sync(store, platform, DOCS, NO_CAPABILITIES, options)).toMatchObject({ end: 'complete' });
    expect(platform.requests).toBe(requests);
  });

  it.each([
    ['assume-created', { stale: 3, inDoubt: 0 }],
    ['resend', { stale: 0, inDoubt: 0 }],
  ] as const)('and no longer wanted is settled by %s', async (onInDoubt, counts) => {
    const { store, platform } = await lost(true);
    const other: Docs = { 'c.md': { intro: 'C1' } };
    expect((await sync(store, platform, other, NO_CAPABILITIES, { onInDoubt })).counts).toMatchObject(counts);
  });
});

describe('connecting', () => {
  it('is held in doubt after a lost answer, and settled where keys are honoured', async () => {
    for (const can of [NO_CAPABILITIES, ALL]) {
      const [store, platform] = [new MemoryStore(), new Platform(can === ALL)];
      let first = true;
      platform.fate = (): Fate => {
        const fate = first ? 'lost-after' : 'answered';
        first = false;
        return fate;
      };
      expect(await sync(store, platform, DOCS, can, { connect: true })).toMatchObject({
        end: 'incomplete',
        connected: 'in-doubt',
      });
      const again = await sync(store, platform, DOCS, can, { connect: true });
      expect(again.connected).toBe(can === ALL ? 'connected' : 'in-doubt');
      expect(platform.dataSources).toEqual([source]);
    }
  });

  it('is done again when its settings have changed, and not when they change back', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(false)];
    const next = { ...source, branch: 'next' };
    for (const each of [source, next, source, next]) {
      expect(await sync(store, platform, DOCS, NO_CAPABILITIES, { connect: true, source: each })).toMatchObject({
        end: 'complete',
        connected: 'connected',
      });
      expect(await sync(store, platform, DOCS, NO_CAPABILITIES, { connect: true, source: each })).toMatchObject({
        end: 'complete',
        connected: undefined,
      });
    }
    expect(platform.dataSources).toEqual([source, next]);
  });

  it('needs the installation id the first time alone', async () => {
    const [store, platform] = [new MemoryStore(), new Platform(false)];
    const without = { ...source, installationId: undefined };
    expect(() => planConnect(NEVER_CONNECTED, without, NO_CAPABILITIES)).toThrow(InstallationIdMissing);
    await sync(store, platform, DOCS, NO_CAPABILITIES, { connect: true });
    const meta = (await store.state())?.meta ?? NEVER_CONNECTED;
    expect(planConnect(meta, without, NO_CAPABILITIES)).toBeUndefined();
    expect(planConnect(meta, { ...without, branch: 'next' }, NO_CAPABILITIES)).toMatchObject({
      kind: 'connect',
      source: { branch: 'next', installationId: 7 },
    });
  });
});

/** A small repeatable source of chance (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function randomDocs(next: (below: number) => number): Docs {
  const docs: Record<string, Record<string, string>> = {};
  for (const path of ['a.md', 'b.md', 'c.md']) {
    if (next(5) === 0) continue;
    const sections: Record<string, string> = {};
    for (let at = 0; at < 5; at += 1) if (next(4) > 0) sections[`s${at}`] = `text ${next(3)}`;
    docs[path] = sections;
  }
  return docs;
}

describe('whatever happens', () => {
  const fates: Fate[] = ['answered', 'answered', 'answered', 'lost-before', 'lost-after', 'failed-before'];

  it.each([
    ['a service with every capability', ALL],
    ['a service that can remove but not replace', NO_REPLACE],
    ['the specification alone', NO_CAPABILITIES],
  ])('crashes, lost answers and edits in any order leave nothing doubled or lost on %s', async (_name, can) => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const next = chance(seed);
      const [store, platform] = [new MemoryStore(), new Platform(can !== NO_CAPABILITIES)];
      let docs = randomDocs(next);
      for (let push = 0; push < 6; push += 1) {
        if (next(2) === 0) docs = randomDocs(next);
        let life = next(25);
        const tick = () => {
          life -= 1;
          if (life < 0) throw new Crash();
        };
        store.beforeWrite = tick;
        platform.beforeRequest = tick;
        platform.fate = () => fates[next(fates.length)] ?? 'answered';
        // A crash inside a request is a defect to the engine; what it does afterwards is cut off by the crashes that follow.
        await sync(store, platform, docs, can).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
      }
      store.beforeWrite = () => undefined;
      platform.beforeRequest = () => undefined;
      platform.fate = () => 'answered';
      const end = await sync(store, platform, docs, can);
      const state = await store.state();
      const records = [...(state?.documents.values() ?? [])].flatMap(({ items }) => items);
      const inDoubt = records.filter(({ status }) => status === 'creating').map(({ title }) => title);
      const note = `seed ${seed}`;
      expect(end.failures, note).toEqual([]);
      // What is recorded as live is there; nothing wanted is missing unless it is in doubt.
      const texts = held(platform);
      const missing = wantedTexts(docs).filter((text) => !texts.includes(text));
      expect(
        missing.filter((text) => !inDoubt.some((title) => text.startsWith(title))),
        note,
      ).toEqual([]);
      // Nothing that is wanted stands there twice.
      const doubled = wantedTexts(docs).filter((text) => texts.filter((each) => each === text).length > 1);
      expect(
        doubled.filter((text) => !inDoubt.some((title) => text.startsWith(title))),
        note,
      ).toEqual([]);
      // What is there and not wanted is accounted for.
      const accounted = records.filter(({ status }) => status !== 'live').length;
      expect(texts.length - (wantedTexts(docs).length - missing.length), note).toBeLessThanOrEqual(accounted);
      if (can !== NO_CAPABILITIES && inDoubt.length === 0) expect(texts, note).toEqual(wantedTexts(docs));
    }
  });

  it.each([
    ['a service with every capability', ALL],
    ['the specification alone', NO_CAPABILITIES],
  ])('runs at the same time leave nothing doubled or lost on %s', async (_name, can) => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = chance(seed);
      const [store, platform] = [new MemoryStore(), new Platform(can === ALL)];
      const pause = async () => {
        for (let turns = next(12); turns > 0; turns -= 1) await Promise.resolve();
      };
      store.pause = pause;
      platform.pause = pause;
      const docs = randomDocs(next);
      const runs = Array.from({ length: 4 }, () =>
        sync(store, platform, docs, can, { connect: true, batchSize: 2, date: 0 }),
      );
      await Promise.all(runs);
      expect(await sync(store, platform, docs, can, { connect: true }), `seed ${seed}`).toMatchObject({
        end: 'complete',
      });
      expect(held(platform), `seed ${seed}`).toEqual(wantedTexts(docs));
      expect(platform.dataSources, `seed ${seed}`).toHaveLength(1);
    }
  });
});
