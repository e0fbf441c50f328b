import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_CAPABILITIES } from '@context-sync/core';
import { createEmptyState, type DataSourceRecord, getShard, type ItemStatus, type StateMeta } from '@context-sync/sync';
import { Cleanup } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunContext } from '../event/event-context.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { IN_DOUBT_DECISIONS } from '../inputs/in-doubt.ts';
import { FolderStateStore } from '../state/folder-state-store.ts';
import { checkInDoubtNames } from './in-doubt-names.ts';

let cleanup: Cleanup;
let folder: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  folder = await cleanup.folder('state');
});
afterEach(() => cleanup.close());

/** Writes the state of a project. For each document, `documents` contains the statuses of its items by anchor. */
async function write(
  project: string,
  documents: Readonly<Record<string, Readonly<Record<string, ItemStatus>>>>,
  dataSource: DataSourceRecord | null = null,
): Promise<void> {
  const { meta } = createEmptyState('https://api.example.com/', project, NO_CAPABILITIES);
  const records = Object.entries(documents).map(([path, statuses]) => {
    const items = Object.entries(statuses).map(([anchor, status]) => ({
      key: `${path}#${anchor}`,
      title: anchor,
      fingerprint: 'f',
      status,
      revision: 1,
    }));
    return { path, blob: null, chunkConfigHash: '', items };
  });
  const shards = Map.groupBy(records, ({ path }) => getShard(path));
  const summaries = [...shards].map(([shard, own]) => {
    const inDoubt = own.flatMap(({ items }) => items.filter(({ status }) => status === 'creating')).length;
    const summary: StateMeta['shards'][string] = {
      settled: null,
      live: 0,
      superseded: 0,
      orphaned: 0,
      inDoubt,
      reminders: [],
    };
    return [shard, summary] as const;
  });
  const store = new FolderStateStore(join(folder, 'context-sync', project));
  await store.write(
    undefined,
    { meta: { ...meta, dataSource, shards: Object.fromEntries(summaries) }, shards },
    'Test',
  );
}

async function check(projects: readonly string[], ...lines: string[]) {
  const onInDoubt = IN_DOUBT_DECISIONS.parse(lines.join('\n'));
  const sources = projects.map(
    (project) =>
      ({ stateRef: `refs/context-sync/${project}`, stateFolder: folder, githubToken: '', onInDoubt }) as Settings,
  );
  const { problems, resolved } = await checkInDoubtNames(sources, { workspace: '/' } as RunContext);
  return { unknown: problems.map(({ problem }) => /"(.*)"/.exec(problem)?.[1]), resolved };
}

const STATE = {
  'a.md': { x: 'creating', y: 'live' },
  'b.md': { x: 'live', y: 'orphaned' },
  'c.md': { x: 'creating' },
} as const;

it('on-in-doubt accepts the names of items and documents that are in doubt', async () => {
  await write('one', STATE);
  expect(await check(['one'], 'resend: a.md#x', 'assume-created: c.md')).toEqual({ unknown: [], resolved: [] });
});

it('checkInDoubtNames reports unknown names as problems and returns names that are no longer in doubt separately', async () => {
  await write('one', STATE);
  const lines = ['resend: a.md#nope', 'resend: d.md', 'assume-created: a.md#y', 'hold: b.md#y', 'resend: b.md'];
  expect(await check(['one'], ...lines, 'resend: a.md#x')).toEqual({
    unknown: ['a.md#nope', 'd.md'],
    resolved: ['a.md#y', 'b.md#y', 'b.md'],
  });
});

it('on-in-doubt accepts the names of items of any source', async () => {
  await write('one', STATE);
  await write('two', { 'two/a.md': { x: 'creating' } });
  const lines = ['resend: a.md#x', 'resend: two/a.md#x', 'resend: three/a.md#x'];
  expect(await check(['one', 'two'], ...lines)).toEqual({ unknown: ['three/a.md#x'], resolved: [] });
});

it.each([
  ['creating', { unknown: [], resolved: [] }],
  ['connected', { unknown: [], resolved: ['data-source'] }],
  [undefined, { unknown: ['data-source'], resolved: [] }],
] as const)(
  'on-in-doubt accepts the name data-source only if a data source is recorded (status: %s)',
  async (status, expected) => {
    await write(
      'one',
      STATE,
      status === undefined ? null : { status, fingerprint: 'f', installationId: 1, revision: 1 },
    );
    expect(await check(['one'], 'assume-created: data-source')).toEqual(expected);
  },
);

it('checkInDoubtNames reports every name as unknown if there is no state', async () => {
  expect(await check(['one'], 'resend: a.md#x')).toEqual({ unknown: ['a.md#x'], resolved: [] });
});

it('checkInDoubtNames reports nothing if the state is unreadable', async () => {
  await mkdir(join(folder, 'context-sync', 'one'), { recursive: true });
  await writeFile(join(folder, 'context-sync', 'one', 'state-1.json'), 'broken');
  expect(await check(['one'], 'resend: a.md#x')).toEqual({ unknown: [], resolved: [] });
});
