import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  ALL_SHARDS,
  getShard,
  getShardFile,
  StateConflictError,
  StateError,
  type StateSnapshot,
} from '@context-sync/sync';
import { Cleanup, createBareEnvironment } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../bundle/state/open-store.ts';
import { addDocument, changeFrom, documentPaths, documentRecord } from '../../bundle/state/state-documents.ts';
import {
  type CreateLocation,
  createBareRepository,
  createStateFolder,
  onGitHost,
  onGitHub,
  type StateLocation,
} from '../../bundle/state/state-locations.ts';

const KINDS: readonly (readonly [string, CreateLocation])[] = [
  ['GitHub', onGitHub],
  ['git over HTTP', onGitHost],
  ['a local git repository', createBareRepository],
  ['a folder', createStateFolder],
];
const WRITER = fileURLToPath(new URL('endless-writer.ts', import.meta.url));

/** Paths of three documents: two in the same shard, and one in another shard. */
const [ONE, TWIN, OTHER] = ['a.md', pathLike('a.md', true), pathLike('a.md', false)];

function pathLike(path: string, inSameShard: boolean): string {
  for (let at = 0; ; at += 1) {
    const other = `${at}.md`;
    if ((getShard(other) === getShard(path)) === inSameShard) return other;
  }
}

describe.each(KINDS)('the state in a store (%s)', (name, kind) => {
  const isRef = name !== 'a folder';
  let cleanup: Cleanup;
  let location: StateLocation;
  beforeEach(async () => {
    cleanup = new Cleanup();
    location = await kind(cleanup);
  });
  afterEach(() => cleanup.close());

  const open = () => openStore(location.address);
  const read = async (): Promise<StateSnapshot> => {
    const state = await open().read();
    if (!state) throw new Error('there is no state');
    return state;
  };

  it('the state is undefined before the first write', async () => {
    expect(await open().read()).toBeUndefined();
    expect(await location.versions()).toBe(0);
  });

  it('the state is readable by every store after the first write', async () => {
    const change = await changeFrom(undefined, [documentRecord(ONE), documentRecord(OTHER)]);
    const writtenSnapshot = await open().write(undefined, change, 'First');
    for (const state of [writtenSnapshot, await read()]) {
      expect(state.meta).toEqual(change.meta);
      expect(await state.documents(ALL_SHARDS)).toEqual(
        new Map([documentRecord(ONE), documentRecord(OTHER)].map((each) => [each.path, each])),
      );
      expect([...(await state.documents([getShard(OTHER)])).keys()]).toEqual([OTHER]);
      expect(await state.documents([])).toEqual(new Map());
    }
    expect(Object.keys(await location.files()).sort()).toEqual(
      [getShardFile(getShard(ONE)), getShardFile(getShard(OTHER)), 'meta.json'].sort(),
    );
  });

  it('the state can be updated by the same run and by other runs, and unread shards are kept', async () => {
    const store = open();
    const first = await store.write(
      undefined,
      await changeFrom(undefined, [documentRecord(ONE), documentRecord(OTHER)]),
      'First',
    );
    const second = await store.write(first, await changeFrom(first, [documentRecord(TWIN)]), 'Second');
    expect(await documentPaths(second)).toEqual([ONE, TWIN, OTHER].sort());
    const another = open();
    const othersSnapshot = await another.read();
    await another.write(
      othersSnapshot,
      await changeFrom(othersSnapshot, [documentRecord(ONE, 'Other title')]),
      'Third',
    );
    const last = await read();
    expect(last.meta.revision).toBe(3);
    expect(await documentPaths(last)).toEqual([ONE, TWIN, OTHER].sort());
    expect((await last.documents([getShard(ONE)])).get(ONE)?.items[0]?.title).toBe('Other title');
    expect(await location.versions()).toBe(3);
  });

  it('a snapshot of the state does not change after later writes', async () => {
    const store = open();
    await store.write(undefined, await changeFrom(undefined, [documentRecord(ONE)]), 'First');
    const before = await store.read();
    await addDocument(open(), TWIN);
    await store.read();
    expect(await documentPaths(before)).toEqual([ONE]);
  });

  it('the records of the docs portal are stored in addition to the documents, kept by other writes, and deleted', async () => {
    const record = { kind: 'page', path: 'index', file: 'docs/index.md', digest: 'd', etag: '"e"' } as const;
    const portal = new Map([['page:index', record]]);
    const summary = { revision: 1, pages: 1, files: 0 };
    const store = open();
    const { meta, shards } = await changeFrom(undefined, [documentRecord(ONE)]);
    const first = await store.write(undefined, { meta: { ...meta, portal: summary }, shards, portal }, 'First');
    const second = await store.write(first, await changeFrom(first, [documentRecord(OTHER)]), 'Second');
    for (const state of [first, second, await read()]) expect(await state.portal()).toEqual(portal);
    expect([second.meta.portal, await documentPaths(second)]).toEqual([summary, [ONE, OTHER].sort()]);
    const emptyPortal = {
      meta: { ...second.meta, portal: { ...summary, pages: 0 } },
      shards: new Map(),
      portal: new Map(),
    };
    const third = await store.write(second, emptyPortal, 'Third');
    for (const state of [third, await read()]) expect(await state.portal()).toEqual(new Map());
    expect(Object.keys(await location.files())).not.toContain('documents/portal.ndjson');
  });

  it('the file of a shard that becomes empty is deleted from the state', async () => {
    const store = open();
    const first = await store.write(
      undefined,
      await changeFrom(undefined, [documentRecord(ONE), documentRecord(OTHER)]),
      'First',
    );
    const second = await store.write(first, await changeFrom(first, [], [ONE]), 'Take away');
    expect(Object.keys(await location.files()).sort()).toEqual([getShardFile(getShard(OTHER)), 'meta.json'].sort());
    const thirdSnapshot = await store.write(second, await changeFrom(second, [], [OTHER]), 'Take away the last');
    expect(Object.keys(await location.files())).toEqual(['meta.json']);
    // Removing a document from a shard that never existed is allowed.
    await store.write(thirdSnapshot, await changeFrom(thirdSnapshot, [], [TWIN]), 'Take away nothing');
    expect(await documentPaths(await read())).toEqual([]);
  });

  it('the state preserves unusual characters in paths and titles', async () => {
    const odd = documentRecord('ödd\u2028 "name"\n.md', 'Tïtle 🐙\u0000\r\n\t');
    await open().write(undefined, await changeFrom(undefined, [odd]), 'Öddity 🐙\n\nwith lines');
    expect([...(await (await read()).documents(ALL_SHARDS)).values()]).toEqual([odd]);
  });

  it('the second of two concurrent writes of the state is rejected with a conflict, and the first is kept', async () => {
    const [fast, slow] = [open(), open()];
    await addDocument(fast, ONE);
    const [seenByFast, seenBySlow] = [await fast.read(), await slow.read()];
    await fast.write(seenByFast, await changeFrom(seenByFast, [documentRecord(TWIN)]), 'Fast');
    const lateChange = changeFrom(seenBySlow, [documentRecord(OTHER)]);
    await expect(slow.write(seenBySlow, await lateChange, 'Slow')).rejects.toThrow(StateConflictError);
    expect(await documentPaths(await read())).toEqual([ONE, TWIN].sort());
    expect(await location.versions()).toBe(2);
  });

  it('only one of several concurrent first writes creates the state', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, async (_, at) =>
        open().write(undefined, await changeFrom(undefined, [documentRecord(`${at}.md`)]), 'First'),
      ),
    );
    const winners = results.flatMap(({ status }, at) => (status === 'fulfilled' ? [`${at}.md`] : []));
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StateConflictError);
    }
    expect(winners).toHaveLength(1);
    expect(await documentPaths(await read())).toEqual(winners);
    expect(await location.versions()).toBe(1);
  });

  it('the state loses no update when six writers write at the same time', async () => {
    const writes = 10;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      const store = open();
      for (let at = 0; at < writes; at += 1) await addDocument(store, `${writer}-${at}.md`);
    });
    await Promise.all(writers);
    const state = await read();
    expect(state.meta.revision).toBe(6 * writes);
    expect(await documentPaths(state)).toHaveLength(6 * writes);
    if (isRef) expect(await location.versions()).toBe(6 * writes);
  });

  it('the state is complete after its writer is killed', async () => {
    let knownCount = 0;
    for (let at = 0; at < 6; at += 1) {
      const child = spawn(process.execPath, [WRITER, JSON.stringify(location.address), String(at)], {
        env: createBareEnvironment(),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        knownCount = Math.max(knownCount, ...text.trim().split('\n').map(Number));
      });
      const processEnd = once(child, 'close');
      // The writer is killed after some of its writes, at a random point of the next write.
      for (let writes = 0; writes <= at; writes += 1) await Promise.race([once(child.stdout, 'data'), processEnd]);
      await setTimeout(Math.random() * 50);
      child.kill('SIGKILL');
      await processEnd;
      const state = await read();
      // A push that was in progress may still take effect.
      expect(state.meta.revision - knownCount).toBeOneOf([0, 1]);
      expect(await documentPaths(state)).toHaveLength(state.meta.revision);
      knownCount = (await addDocument(open(), `after-${at}.md`)).meta.revision;
    }
  });

  it.each<[string, Record<string, string>, Partial<StateError>]>([
    ['is not JSON', { 'meta.json': '{"schemaVersion": 2' }, { code: 'unreadable' }],
    ['has a newer schema version', { 'meta.json': '{"schemaVersion": 3}' }, { code: 'newer' }],
    ['lacks required fields', { 'meta.json': '{"schemaVersion": 2}' }, { code: 'unreadable' }],
    ['contains other files', { 'README.md': '# Not ours' }, { code: 'unreadable' }],
  ])('a state that %s is reported as an error', async (_what, files, fault) => {
    await location.put(files);
    const error = await open()
      .read()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StateError);
    expect(error).toMatchObject({ ...fault, hint: expect.stringMatching(/\w/) });
  });

  it('a state with a shard that cannot be read is reported as an error', async () => {
    await addDocument(open(), ONE);
    await location.put({ ...(await location.files()), [getShardFile(getShard(ONE))]: '{"path":' });
    await expect((await read()).documents([getShard(ONE)])).rejects.toMatchObject({ code: 'unreadable' });
  });

  if (isRef) {
    it('the state can be stored in a branch', async () => {
      const branch = await kind(cleanup, 'refs/heads/context-sync-state');
      await addDocument(openStore(branch.address), ONE);
      await addDocument(openStore(branch.address), OTHER);
      expect(await documentPaths(await openStore(branch.address).read())).toEqual([ONE, OTHER].sort());
      expect(await branch.versions()).toBe(2);
    });
  }
});
