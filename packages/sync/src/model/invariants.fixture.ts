import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { fingerprintAt } from '../apply/fake-platform.fixture.ts';
import { type Docs, getDocuments } from '../docs.fixture.ts';
import { computeFingerprint } from '../fingerprint.ts';
import { computeDataSourceFingerprint } from '../plan/plan-connect.ts';
import { isIntent } from '../state/state-lease.ts';
import type { DataSourceRecord, ItemRecord, ShardSummary, State } from '../state/state-schema.ts';
import { groupByShard, summarizeShard } from '../state/state-shards.ts';
import { getRecords, Tally } from './actors.fixture.ts';
import type { World } from './world.fixture.ts';

/** Checks the invariants that must be true whenever no run is in progress. */
export async function expectTruth(world: World): Promise<void> {
  const state = await world.state();
  const faults = state
    ? [...getLies(world, state), ...miscounts(state), ...findUnresolved(state)]
    : [...unspoken(world, [])];
  faults.push(...findDoubledSources(world));
  expect(faults, JSON.stringify(getRecords(state?.documents), undefined, 1)).toEqual([]);
}

export interface Circumstances {
  /**
   * Whether there was only one run. After several concurrent runs, an item may still be updating or deleting, or the docs may not be fully synced.
   */
  readonly alone: boolean;
  /** Whether a run has ended with an item in doubt. */
  readonly hasHeld: boolean;
  /** Items that the platform contained before the first sync; undefined if there was a state. */
  readonly before: Tally | undefined;
}

/** Checks the additional invariants after a run without failures. */
export async function expectResolved(world: World, docs: Docs, circumstances: Circumstances): Promise<void> {
  const { alone, before } = circumstances;
  const state = await world.state();
  if (!state) throw new Error('nothing was written');
  const faults = [...openEnds(world, state, docs, alone), ...findMisplaced(world, state, docs, circumstances)];
  if (alone && before && world.can.list) faults.push(...findCreatedAgain(world, docs, before));
  expect(faults, JSON.stringify(getRecords(state.documents), undefined, 1)).toEqual([]);
}

/** Returns the fingerprints of all items on the platform. */
export function countHeld({ platform }: World): Tally {
  return Tally.of([...platform.items.keys()].map((id) => fingerprintAt(platform, id) ?? ''));
}

function* getLies(world: World, state: State): Iterable<string> {
  const { platform, actors } = world;
  const records = getRecords(state.documents);
  const ids = new Set<string>();
  for (const { id, key, status, fingerprint } of records) {
    if (id === undefined) continue;
    if (ids.has(id)) yield `two records have the id ${id}`;
    ids.add(id);
    if (actors.touched.has(id) || isIntent({ status }) || fingerprint === '') continue;
    const there = fingerprintAt(platform, id);
    if (there === undefined) yield `${key} is ${status}, and its item ${id} is not there`;
    else if (there !== fingerprint) yield `${key} is ${status}, and its item ${id} is another`;
  }
  yield* unspoken(world, records);
}

/** Yields the items on the platform without a record, and the records without an ID whose items are not on the platform. */
function* unspoken({ platform, actors }: World, records: readonly ItemRecord[]): Iterable<string> {
  const ids = new Set(records.map(({ id }) => id));
  const rest = [...platform.items].filter(([id]) => !ids.has(id));
  const thereTally = Tally.of(rest.map(([id]) => fingerprintAt(platform, id) ?? ''));
  const missingTally = actors.missing.copy();
  for (const { id, key, status, fingerprint } of records) {
    if (id !== undefined || status === 'creating' || thereTally.take(fingerprint)) continue;
    if (!missingTally.take(fingerprint)) yield `${key} is ${status}, and there is no such item`;
  }
  const spokenTally = Tally.of(
    records.filter(({ status }) => status === 'creating').map(({ fingerprint }) => fingerprint),
  );
  const othersTally = actors.others.copy();
  for (const [id, { title, content }] of rest) {
    const fingerprint = fingerprintAt(platform, id) ?? '';
    if (!thereTally.take(fingerprint) || spokenTally.take(fingerprint) || othersTally.take(fingerprint)) continue;
    yield `no record speaks of ${id}: ${title}: ${content}`;
  }
}

/** Yields the shard summaries that do not match their documents. */
function* miscounts({ meta, documents }: State): Iterable<string> {
  const shards = groupByShard(documents.values());
  for (const shard of new Set([...shards.keys(), ...Object.keys(meta.shards)])) {
    const counted = summarizeShard(shards.get(shard) ?? []);
    if (!isDeepStrictEqual(isInOrder(counted), isInOrder(meta.shards[shard])))
      yield `shard ${shard} is summed up wrongly`;
  }
}

/** Returns a summary with sorted reminders. The test has so few items that every summary includes all of them. */
function isInOrder(summary: ShardSummary | undefined) {
  return summary && { ...summary, reminders: summary.reminders.map((each) => JSON.stringify(each)).sort() };
}

/** Yields unresolved records in a state that is marked as synced. */
function* findUnresolved({ meta, documents }: State): Iterable<string> {
  if (!meta.synced) return;
  if (meta.synced.commit !== meta.commit) yield `synced is of ${meta.synced.commit}, and the state of ${meta.commit}`;
  for (const { key, status } of getRecords(documents)) {
    if (isIntent({ status })) yield `${key} is ${status}, and all is said to be synced`;
  }
  for (const { path, blob } of getDocuments(JSON.parse(meta.synced.tree))) {
    if (documents.get(path)?.blob !== blob) yield `${path} is not resolved, but the state is marked as synced`;
  }
}

function* findDoubledSources({ platform, actors }: World): Iterable<string> {
  const texts = platform.dataSources.map((source) => JSON.stringify(source));
  if (texts.length - new Set(texts).size > actors.extraSources) yield 'a data source is connected twice';
}

/** Yields the records whose remaining work could have been completed. */
function* openEnds(world: World, { meta, documents }: State, docs: Docs, alone: boolean): Iterable<string> {
  const { can, source, platform, actors, alwaysKeyed } = world;
  const records = getRecords(documents);
  for (const { key, status, id } of records) {
    if (alone && (status === 'updating' || status === 'deleting')) yield `${key} is still ${status}`;
    if (status === 'creating' && can.list) yield `${key} is still in doubt, although the list contains the outcome`;
    const isLeft = status === 'superseded' || status === 'orphaned';
    if (isLeft && id !== undefined && can.delete && !actors.touched.has(id))
      yield `${key} is still there, and could be removed`;
  }
  const { installationId: _, ...settings } = source;
  const wantedFingerprint = computeDataSourceFingerprint(settings);
  const isWanted = (record: DataSourceRecord | null) => record?.fingerprint === wantedFingerprint;
  const isConnected = isWanted(meta.dataSource) && meta.dataSource?.status === 'connected';
  const sourceHeld =
    !alwaysKeyed &&
    [meta.dataSource, ...meta.formerDataSources].some((each) => isWanted(each) && each?.status === 'creating');
  if (!isConnected && !sourceHeld) yield 'the data source is not connected';
  const isThere = platform.dataSources.some(({ branch }) => branch === source.branch);
  if (isConnected && !isThere && !actors.sourceAssumed) yield 'the data source was never connected';
  const held = sourceHeld || records.some((record) => record.status === 'creating');
  if (meta.synced && held) yield 'all is said to be synced, and something is held';
  if (!held && alone && meta.synced?.tree !== JSON.stringify(docs)) yield 'nothing is held, and not all is synced';
}

/** Yields wanted items without exactly one record, and live records of unwanted items. */
function* findMisplaced(
  { can, actors, alwaysKeyed }: World,
  { meta, documents }: State,
  docs: Docs,
  { alone, hasHeld }: Circumstances,
): Iterable<string> {
  // An overtaken run may still record the outcome of an item that another run left in doubt. The next run corrects this record.
  if (!alone && hasHeld && meta.synced === null) return;
  const isResolvable = can.list || alwaysKeyed;
  const live = new Map<string, ItemRecord>();
  for (const record of getRecords(documents)) {
    if (record.status !== 'live') continue;
    if (live.has(record.key)) yield `${record.key} is live twice`;
    live.set(record.key, record);
  }
  for (const { path, items } of getDocuments(docs)) {
    const records = documents.get(path)?.items ?? [];
    for (const item of items) {
      const fingerprint = computeFingerprint(item);
      const isHeld = records.some(
        (record) => record.key === item.key && record.status === 'creating' && record.fingerprint === fingerprint,
      );
      const record = live.get(item.key);
      live.delete(item.key);
      if (record?.fingerprint === fingerprint || (isHeld && !isResolvable)) continue;
      // An overtaken run may record that the item is missing or was edited after the newest run has ended. The next run corrects this record.
      if (!alone && actors.touched.size > 0 && meta.synced === null) continue;
      yield `${item.key} is wanted, and ${record ? 'an older one live' : 'not live'}`;
    }
  }
  for (const key of live.keys()) yield `${key} is live, and not wanted`;
}

/** Yields items that already existed when the state was lost, and that were created a second time although the service lists them. */
function* findCreatedAgain(world: World, docs: Docs, before: Tally): Iterable<string> {
  const now = countHeld(world);
  const fingerprints = getDocuments(docs).flatMap(({ items }) => items.map(computeFingerprint));
  const wantedTally = Tally.of(fingerprints);
  for (const fingerprint of new Set(fingerprints)) {
    const needed = Math.max(before.count(fingerprint), wantedTally.count(fingerprint));
    if (now.count(fingerprint) !== needed) yield `${now.count(fingerprint)} instead of ${needed} of ${fingerprint}`;
  }
}

/** Checks that no wanted item is missing after a run that has compared the platform's list. */
export function expectHealed(world: World, docs: Docs): void {
  const thereTally = countHeld(world);
  const missingItems = getDocuments(docs).flatMap(({ items }) =>
    items.filter((item) => !thereTally.take(computeFingerprint(item))),
  );
  expect(missingItems).toEqual([]);
}
