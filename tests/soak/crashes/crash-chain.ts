import assert from 'node:assert/strict';
import {
  type ActionResult,
  drawKillPoint,
  type FaultProxy,
  type KillPoint,
  KillSwitch,
  Random,
  type StateCommit,
  StateHistory,
  startFaultProxy,
} from '@context-sync/testkit';
import { CONFIG_PATH, Sandbox } from '../../sandbox/sandbox.ts';
import { type ServerName, startTestedServer, type TestedServer } from '../../sandbox/tested-server.ts';
import { ConsistencyChecker, isInDoubt, type Observation } from '../consistency/consistency-checker.ts';
import { GENERATED_DOCS_CONFIG, GeneratedDocs } from '../consistency/generated-docs.ts';

/** The numbers of events in all rounds. */
export interface Tally {
  /** The number of syncs that were killed and then completed by another run. */
  kills: number;
  /** The number of kills after which the next run was also killed. */
  killsOfReruns: number;
  /** The number of kills whose last request reached the server after the next run. */
  late: number;
  /** The maximum number of items that one kill left in doubt. */
  mostInDoubt: number;
  /** The maximum number of items that one kill left in doubt in syncs with at most 200 items to send. */
  mostInDoubtSmall: number;
  /** The number of items that were in doubt after a complete run. */
  inDoubt: number;
  resent: number;
  assumed: number;
  /** The number of items in doubt that were resolved by individual lines in `on-in-doubt`. */
  resolvedByKey: number;
}

export function emptyTally(): Tally {
  return {
    kills: 0,
    killsOfReruns: 0,
    late: 0,
    mostInDoubt: 0,
    mostInDoubtSmall: 0,
    inDoubt: 0,
    resent: 0,
    assumed: 0,
    resolvedByKey: 0,
  };
}

/** The numbers of pages, each with three items: first syncs of 51, 198 (nearly the largest small sync) and 312 items. */
const PAGES = [17, 66, 104] as const;
/** The default of the setting `concurrency`. */
const CONCURRENCY = 5;
/**
 * The maximum number of items of a small sync. Such a sync leaves at most three items in doubt per concurrent request, see
 * `docs/reference/limits.md`.
 */
const SMALL_SYNC = 200;
const CATEGORIES = ['docs', 'guides', 'reference'];
/** The time in milliseconds after which a run is treated as hanging. */
const RUN_TIMEOUT_MS = 120_000;
/** The fraction of rounds in which the next run is killed as well, and the fraction of rounds in which the category changes. */
const KILLED_AGAIN = 0.25;
const OTHER_CATEGORY = 0.25;

/**
 * Tests one repository, one server and one state with many crashes. Each round edits the docs, kills the sync at a random point, runs it
 * again to completion, and checks the server and the state.
 */
export class CrashChain {
  readonly tally: Tally;
  readonly #sandbox: Sandbox;
  readonly #random: Random;
  readonly #docs: GeneratedDocs;
  readonly #server: TestedServer;
  readonly #proxies: readonly [service: FaultProxy, github: FaultProxy];
  readonly #switch: KillSwitch;
  readonly #checker: ConsistencyChecker;
  readonly #history: StateHistory;
  #category = 'docs';
  #rounds = 0;
  #attempts = 0;
  #points: KillPoint[] = [];

  private constructor(parts: {
    tally: Tally;
    sandbox: Sandbox;
    random: Random;
    docs: GeneratedDocs;
    server: TestedServer;
    proxies: readonly [FaultProxy, FaultProxy];
    killSwitch: KillSwitch;
  }) {
    this.tally = parts.tally;
    this.#sandbox = parts.sandbox;
    this.#random = parts.random;
    this.#docs = parts.docs;
    this.#server = parts.server;
    this.#proxies = parts.proxies;
    this.#switch = parts.killSwitch;
    this.#history = new StateHistory(parts.sandbox.github, `context-sync/${parts.server.project}`);
    this.#checker = new ConsistencyChecker(parts.server, parts.docs, this.#history);
  }

  /** Starts a chain of crashes with new docs. @param tally receives the counts of this chain */
  static async start(name: ServerName, seed: number, tally: Tally): Promise<CrashChain> {
    const random = new Random(seed);
    const docs = new GeneratedDocs(random.fork(), random.pick(PAGES));
    const sandbox = await Sandbox.create(docs.files());
    const server = await startTestedServer(sandbox.cleanup, name);
    const killSwitch = new KillSwitch();
    const proxies = [
      await startFaultProxy(sandbox.cleanup, server.url, killSwitch.decide('service')),
      await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, killSwitch.decide('github')),
    ] as const;
    return new CrashChain({ tally, sandbox, random, docs, server, proxies, killSwitch });
  }

  async close(): Promise<void> {
    await this.#sandbox.cleanup.close();
  }

  /** Returns a description of the current round with which the round can be repeated. */
  describe(): string {
    return `seed ${this.#random.seed}, round ${this.#rounds}, killed at ${JSON.stringify(this.#points)}`;
  }

  /** Runs one round. The first round is the first sync, and every other round starts with an edit. */
  async round(): Promise<void> {
    this.#rounds += 1;
    this.#points = [];
    const changes = this.#rounds === 1 ? this.#docs.size : await this.#edit();
    const killed = await this.#crash(changes, changes);
    const killedAgain = this.#random.chance(KILLED_AGAIN) && (await this.#crash(changes, changes / 2));
    if (killed || killedAgain) this.tally.kills += 1;
    if (killed && killedAgain) this.tally.killsOfReruns += 1;

    const result = await this.#run();
    this.#switch.release();
    await this.#waitForProxies();
    const findings = await this.#checker.checkFinished(result, this.#category);
    const inDoubt = findings.items.filter(isInDoubt).length;
    this.tally.inDoubt += inDoubt;
    const isOpen = inDoubt > 0 || findings.commits[0]?.state.dataSource?.status === 'creating';
    if (isOpen && this.#random.chance(0.7)) await this.#decide(findings, inDoubt);
  }

  /** Edits the docs. @returns the approximate number of changed items */
  async #edit(): Promise<number> {
    const before = this.#docs.wanted();
    const files = this.#docs.edit();
    if (this.#random.chance(OTHER_CATEGORY)) this.#category = this.#random.pick(CATEGORIES);
    const config = JSON.stringify({ ...GENERATED_DOCS_CONFIG, category: this.#category });
    await this.#sandbox.repository.commit(`Edit ${this.#rounds}`, { ...files, [CONFIG_PATH]: config });
    const after = this.#docs.wanted();
    const gone = [...before.keys()].filter((marker) => !after.has(marker)).length;
    return Math.max(gone, [...after.keys()].filter((marker) => !before.has(marker)).length);
  }

  /**
   * Kills a run at a random point.
   * @param changes the maximum number of items that the round has to send
   * @param writes the expected number of requests
   * @returns whether the run was still alive at the kill point
   */
  async #crash(changes: number, writes: number): Promise<boolean> {
    const before = await this.#history.read();
    const point = drawKillPoint(this.#random, Math.ceil(writes));
    this.#points.push(point);
    await this.#run({}, point);
    await this.#waitForProxies();
    const { items, commits } = await this.#checker.look();
    const inDoubtFingerprints = new Set(
      (before[0]?.state.items ?? []).filter(isInDoubt).map(({ fingerprint }) => fingerprint),
    );
    const inDoubt = items.filter((item) => isInDoubt(item) && !inDoubtFingerprints.has(item.fingerprint)).length;
    const left = this.#rounds === 1 ? changes - (before[0]?.state.items.length ?? 0) : changes;
    const isSmall = left <= SMALL_SYNC && !this.#server.isCapable;
    const limit = isSmall ? 3 * CONCURRENCY : mostInDoubt(commits.slice(0, commits.length - before.length));
    assert.ok(
      inDoubt <= limit,
      `${inDoubt} items are in doubt after one kill of a sync of ${left} items (maximum ${limit})`,
    );
    if (!this.#switch.fired) return false;
    if ('moment' in point && point.moment === 'late') this.tally.late += 1;
    this.tally.mostInDoubt = Math.max(this.tally.mostInDoubt, inDoubt);
    if (left <= SMALL_SYNC) this.tally.mostInDoubtSmall = Math.max(this.tally.mostInDoubtSmall, inDoubt);
    return true;
  }

  /** Resolves the items in doubt in the way in which a person might: all of them without a check, or one by one after a check. */
  async #decide(findings: Observation, inDoubt: number): Promise<void> {
    const way = this.#random.pick(['look', 'resend', 'assume-created'] as const);
    if (way === 'look') {
      const decisions = this.#checker.decisions(findings, this.#category);
      if (decisions.length === 0) return;
      const result = await this.#run({ 'on-in-doubt': decisions.join('\n') });
      this.tally.resolvedByKey += await this.#checker.checkDecided(result, findings, decisions, this.#category);
      return;
    }
    const result = await this.#run({ 'on-in-doubt': way });
    if (way === 'resend') {
      await this.#checker.checkResent(result, findings, this.#category);
      this.tally.resent += inDoubt;
    } else {
      await this.#checker.checkAssumed(result, findings, this.#category);
      this.tally.assumed += inDoubt;
    }
  }

  async #run(inputs: Readonly<Record<string, string>> = {}, point?: KillPoint): Promise<ActionResult> {
    const [service, github] = this.#proxies;
    this.#switch.arm(point);
    this.#attempts += 1;
    let timer: NodeJS.Timeout | undefined;
    const result = await this.#sandbox.run(
      { ...this.#server, url: service.url },
      { 'allow-mass-change': 'true', ...inputs },
      {
        github: { ...this.#sandbox.github, apiUrl: github.url },
        // All runs are attempts of the same run, so that earlier attempts are known to have ended. A different run would wait until the leases of these runs
        // have expired.
        runId: '1',
        attempt: this.#attempts,
        started: (child) => {
          this.#switch.attach(child);
          timer = setTimeout(() => child.kill('SIGKILL'), RUN_TIMEOUT_MS);
        },
      },
    );
    clearTimeout(timer);
    if (result.exitCode === null) assert.ok(this.#switch.fired, 'the run did not end');
    return result;
  }

  async #waitForProxies(): Promise<void> {
    for (const proxy of this.#proxies) await proxy.waitUntilIdle();
  }
}

/**
 * Returns the number of items that a run may leave in doubt according to its commits: one batch, and also the previous batch if its
 * responses were not recorded yet.
 * @param commits commits of the state, newest first
 */
export function mostInDoubt(commits: readonly StateCommit[]): number {
  const batches = commits.map(({ message }) => Number(/Intent: send (\d+)/.exec(message)?.[1] ?? 0));
  return batches
    .filter((size) => size > 0)
    .slice(0, 2)
    .reduce((sum, size) => sum + size, 0);
}
