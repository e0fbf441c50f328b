import assert from 'node:assert/strict';
import type { ActionResult, StateCommit, StateHistory, StateItem } from '@context-sync/testkit';
import { readPlannedChanges } from '../../sandbox/planned-changes.ts';
import type { TestedServer } from '../../sandbox/tested-server.ts';
import { type GeneratedDocs, getMarker } from './generated-docs.ts';

/** The contents of the server and of the state at one moment. */
export interface Observation {
  /** The number of items on the server by edition. */
  readonly there: ReadonlyMap<string, number>;
  /** The commits of the state, newest first. */
  readonly commits: readonly StateCommit[];
  readonly items: readonly StateItem[];
}

/** Compares the server, the state and the docs. Throws if an item is lost or duplicated, or if the state is wrong. */
export class ConsistencyChecker {
  readonly #server: TestedServer;
  readonly #docs: GeneratedDocs;
  readonly #history: StateHistory;
  /** The editions by fingerprint, read from plan files, because the state contains only fingerprints. */
  readonly #editions = new Map<string, string>();
  /** The editions that `assume-created` treats as created without a check. */
  readonly #assumed = new Set<string>();
  /** The editions that were sent again because of `resend`. */
  readonly #resent = new Set<string>();
  readonly #assumedCategories = new Set<string>();
  readonly #resentCategories = new Set<string>();
  /** The IDs of data sources by category, read from the outputs. */
  readonly #sourceIds = new Map<string, string>();

  constructor(server: TestedServer, docs: GeneratedDocs, history: StateHistory) {
    this.#server = server;
    this.#docs = docs;
    this.#history = history;
  }

  /**
   * Reads the server and the state, and checks the invariants that must be true at any time, even right after a crash: every commit of the
   * state is valid, the state contains every item of the server, and no item is duplicated.
   */
  async look(): Promise<Observation> {
    const markerCounts = new Map<string, number>();
    const editions = new Map<string, Set<string>>();
    for (const { title, content } of await this.#server.items()) {
      const marker = getMarker(content);
      markerCounts.set(marker, (markerCounts.get(marker) ?? 0) + 1);
      if (!this.#resent.has(marker)) editions.set(title, (editions.get(title) ?? new Set()).add(marker));
    }
    const commits = await this.#history.read();
    const items = commits[0]?.state.items ?? [];
    const doubledMarkers = [...markerCounts].filter(([marker, times]) => times > 1 && !this.#resent.has(marker));
    assert.deepEqual(doubledMarkers, [], 'no item may be duplicated');
    const recordedCounts = new Map<string, number>();
    for (const { title } of items) recordedCounts.set(title, (recordedCounts.get(title) ?? 0) + 1);
    const unknown = [...editions]
      .filter(([title, markers]) => markers.size > (recordedCounts.get(title) ?? 0))
      .flatMap(([, markers]) => [...markers]);
    assert.deepEqual(unknown, [], 'the server may not have items that are missing in the state');
    return { there: markerCounts, commits, items };
  }

  /** Checks the server, the state and the outputs after a run that finished. @param category category of the data source */
  async checkFinished(result: ActionResult, category: string): Promise<Observation> {
    assert.equal(result.exitCode, 0, `the run failed: ${result.stdout.slice(-2_000)}${result.stderr}`);
    const changes = await readPlannedChanges(result);
    for (const { fingerprint, content } of changes) {
      if (content !== undefined) this.#editions.set(fingerprint, getMarker(content));
    }
    const findings = await this.look();
    const inDoubt = findings.items.filter(isInDoubt);
    assert.equal(result.outputs['in-doubt'], String(inDoubt.length), 'the output must count the items in doubt');
    if (this.#server.isCapable) await this.#checkCapable(findings, result, category);
    else {
      const heldChanges = changes.filter(({ kind }) => kind === 'hold');
      assert.deepEqual(sortKeys(heldChanges), sortKeys(inDoubt), 'the plan file must list the items in doubt');
      checkSummary(result.summary, findings.items);
      this.#checkBare(findings, category);
    }
    return findings;
  }

  /** Checks a run with `on-in-doubt: resend`. Such a run sends each item in doubt once more and sends nothing else. */
  async checkResent(result: ActionResult, before: Observation, category: string): Promise<void> {
    const inDoubt = this.#inDoubt(before);
    for (const marker of inDoubt) this.#resent.add(marker);
    if (before.commits[0]?.state.dataSource?.status === 'creating') this.#resentCategories.add(category);
    const after = await this.checkFinished(result, category);
    assert.equal(result.outputs['in-doubt'], '0');
    const wantedMarkers = this.#docs.wanted();
    const expected = new Map(before.there);
    for (const marker of inDoubt) if (wantedMarkers.has(marker)) expected.set(marker, (expected.get(marker) ?? 0) + 1);
    assert.deepEqual(sortCounts(after.there), sortCounts(expected), 'only the items in doubt must be sent, once each');
  }

  /** Checks a run with `on-in-doubt: assume-created`. Such a run sends nothing and leaves no item in doubt. */
  async checkAssumed(result: ActionResult, before: Observation, category: string): Promise<void> {
    for (const marker of this.#inDoubt(before)) this.#assumed.add(marker);
    if (before.commits[0]?.state.dataSource?.status === 'creating') this.#assumedCategories.add(category);
    const after = await this.checkFinished(result, category);
    assert.equal(result.outputs['in-doubt'], '0');
    assert.deepEqual(sortCounts(after.there), sortCounts(before.there), 'nothing may be sent');
  }

  /**
   * Returns the lines of `on-in-doubt` with which a person who has checked the server resolves the items in doubt. An item stays in doubt
   * if no plan file contains its content or if several items have the same key, because it cannot be identified.
   */
  decisions({ there, items, commits }: Observation, category: string): string[] {
    const lines: string[] = [];
    for (const [key, records] of Map.groupBy(items.filter(isInDoubt), (item) => item.key)) {
      const [marker, ...others] = records.map(({ fingerprint }) => this.#editions.get(fingerprint));
      if (marker === undefined || others.length > 0) continue;
      lines.push(`${there.has(marker) ? 'assume-created' : 'resend'}: ${key}`);
    }
    if (commits[0]?.state.dataSource?.status !== 'creating') return lines;
    return [...lines, `${this.#server.categories()?.includes(category) ? 'assume-created' : 'resend'}: data-source`];
  }

  /**
   * Checks a run with `decisions`. Items that were missing and are still wanted are sent once, and nothing else is sent.
   * @returns the number of items that are no longer in doubt
   */
  async checkDecided(
    result: ActionResult,
    before: Observation,
    decisions: readonly string[],
    category: string,
  ): Promise<number> {
    const after = await this.checkFinished(result, category);
    const expected = new Map(before.there);
    const wantedMarkers = this.#docs.wanted();
    for (const { key, fingerprint } of before.items.filter(isInDoubt)) {
      const marker = this.#editions.get(fingerprint) ?? '';
      if (decisions.includes(`resend: ${key}`) && wantedMarkers.has(marker)) expected.set(marker, 1);
    }
    assert.deepEqual(sortCounts(after.there), sortCounts(expected), 'only missing items must be sent, once each');
    const resolvedCount = decisions.filter((line) => !line.endsWith(': data-source')).length;
    const [was, is] = [before, after].map(({ items }) => items.filter(isInDoubt).length);
    assert.equal(is, (was ?? 0) - resolvedCount, 'only items without a line must stay in doubt');
    if (resolvedCount < decisions.length) assert.equal(after.commits[0]?.state.dataSource?.status, 'connected');
    return resolvedCount;
  }

  /** Checks that the server has exactly the wanted items and that the state contains the same items. */
  async #checkCapable(
    { there, items, commits }: Observation,
    { outputs }: ActionResult,
    category: string,
  ): Promise<void> {
    const wantedMarkers = this.#docs.wanted();
    assert.deepEqual(
      sortCounts(there),
      sortCounts(new Map([...wantedMarkers.keys()].map((marker) => [marker, 1]))),
      'the server must have every wanted item once',
    );
    const open = items.filter(({ status }) => status !== 'live');
    assert.deepEqual(open, [], 'every item must be live');
    const titles = items.map(({ title }) => title).sort();
    assert.deepEqual(
      titles,
      [...wantedMarkers.values()].map(({ title }) => title).sort(),
      'the state must contain every item',
    );
    assert.ok(commits[0]?.state.synced, 'the state must be synced');
    const id = outputs['data-source-id'] ?? '';
    assert.match(id, /^src_/);
    assert.equal(
      id,
      this.#sourceIds.get(category) ?? id,
      'the same settings must stay connected as the same data source',
    );
    this.#sourceIds.set(category, id);
  }

  /** Checks that every wanted item is on the server or in doubt. */
  #checkBare(findings: Observation, category: string): void {
    const inDoubt = this.#inDoubt(findings);
    const missingMarkers = [...this.#docs.wanted().keys()].filter(
      (marker) => !findings.there.has(marker) && !inDoubt.has(marker) && !this.#assumed.has(marker),
    );
    assert.deepEqual(missingMarkers, [], 'no item may be lost without being in doubt');
    const source = findings.commits[0]?.state.dataSource;
    const connectedCategories = this.#server.categories() ?? [];
    const times = new Map<string, number>();
    for (const each of connectedCategories) times.set(each, (times.get(each) ?? 0) + 1);
    const doubledCategories = [...times].filter(([each, count]) => count > 1 && !this.#resentCategories.has(each));
    assert.deepEqual(doubledCategories, [], 'no data source may be connected twice');
    const isSaid = source?.status === 'creating' || this.#assumedCategories.has(category);
    assert.ok(times.has(category) || isSaid, 'the data source must be connected or in doubt');
  }

  /** Returns the editions in doubt that a plan file contains. At the end of the last run, the docs contained all of them. */
  #inDoubt({ items }: Observation): Set<string> {
    const editions = items.filter(isInDoubt).map(({ fingerprint }) => this.#editions.get(fingerprint));
    return new Set(editions.filter((marker) => marker !== undefined));
  }
}

/** Returns whether the item is in doubt: it is unknown whether the server has it. */
export function isInDoubt({ status }: StateItem): boolean {
  return status === 'creating';
}

/** The maximum number of rows of a table in the summary. The plan file lists all changes. */
const SUMMARY_ROWS = 200;

function checkSummary(summary: string, items: readonly StateItem[]): void {
  const leftovers = items.filter(
    ({ status }) => status === 'creating' || status === 'superseded' || status === 'orphaned',
  );
  if (leftovers.length > SUMMARY_ROWS) return;
  const shown = summary.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
  const unsaid = items.filter((item) => isInDoubt(item) && !shown.includes(item.title)).map(({ title }) => title);
  assert.deepEqual(unsaid, [], 'the summary must list the items in doubt');
}

function sortCounts(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

function sortKeys(things: readonly { readonly key: string }[]): string[] {
  return things.map(({ key }) => key).sort();
}
