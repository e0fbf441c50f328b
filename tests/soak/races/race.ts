import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { type ActionResult, type GitRepository, Random, StateHistory } from '@context-sync/testkit';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { type ServerName, startTestedServer, type TestedServer } from '../../sandbox/tested-server.ts';
import { ConsistencyChecker } from '../consistency/consistency-checker.ts';
import { GeneratedDocs } from '../consistency/generated-docs.ts';

export interface Race {
  readonly server: ServerName;
  readonly seed: number;
  /** Whether all runners sync the newest commit, or each a different one. */
  readonly commits: 'same' | 'different';
  /** The number of runners that are killed. */
  readonly killed: number;
}

const RUNNERS = 6;
const PAGES = 24;
/** The maximum delay in milliseconds before a runner starts. The maximum time from its start to its kill follows. */
const HEAD_START = 400;
const KILLED_WITHIN = 1_500;
/** An older commit may differ from a newer one in more than half of all items. */
const INPUTS = { 'allow-mass-change': 'true' };

/**
 * Starts six concurrent runners on one ref, then syncs the newest commit once more and checks the server and the state. Throws if an item
 * is lost or duplicated, if the state is wrong, or if a later run for an older commit changes anything.
 */
export async function race({ server: name, seed, commits, killed }: Race): Promise<void> {
  const random = new Random(seed);
  const docs = new GeneratedDocs(random.fork(), PAGES);
  const sandbox = await Sandbox.create(docs.files());
  try {
    const server = await startTestedServer(sandbox.cleanup, name);
    const checker = new ConsistencyChecker(
      server,
      docs,
      new StateHistory(sandbox.github, `context-sync/${server.project}`),
    );
    const history = [await sandbox.repository.head()];
    while (history.length < RUNNERS) history.push(await sandbox.repository.commit('Edit', docs.edit()));
    const newestCommit = history.at(-1) ?? '';
    const clones = new Map<string, GitRepository>();
    for (const commit of history) clones.set(commit, await sandbox.repository.clone(sandbox.cleanup, commit));
    const run = (commit: string, killAfter?: number) => runIn(sandbox, server, clones.get(commit), commit, killAfter);

    const starters = commits === 'same' ? history.map(() => newestCommit) : random.shuffle(history);
    const runners = starters.map((commit, at) => ({
      commit,
      after: random.getInteger(0, HEAD_START),
      killAfter: at < killed ? random.getInteger(200, KILLED_WITHIN) : undefined,
    }));
    const results = await Promise.all(
      runners.map(async ({ commit, after, killAfter }) => {
        await setTimeout(after);
        return run(commit, killAfter);
      }),
    );
    for (const [at, { exitCode, stdout }] of results.entries()) {
      const mayBeKilled = runners[at]?.killAfter !== undefined && exitCode === null;
      assert.ok(exitCode === 0 || mayBeKilled, `runner ${at} ended with ${exitCode}: ${stdout.slice(-1_500)}`);
    }
    await checker.look();

    const last = await run(newestCommit);
    const findings = await checker.checkFinished(last, 'docs');
    if (killed === 0) assert.equal(last.outputs['in-doubt'], '0', 'nothing may be in doubt if no runner was killed');

    const oldResult = await run(random.pick(history.slice(0, -1)));
    assert.equal(oldResult.exitCode, 0, oldResult.stdout);
    // A commit with items in doubt does not count as synced, so a run may process an older commit, but it must not change anything.
    assert.equal(oldResult.outputs.changed, 'false', `an older commit was synced: ${oldResult.stdout.slice(-1_500)}`);
    const after = await checker.look();
    assert.deepEqual([...after.there], [...findings.there], 'a run for an older commit must change nothing');
    assert.equal(after.commits[0]?.id, findings.commits[0]?.id, 'a run for an older commit must not write the state');
  } catch (cause) {
    const what = `${name}, seed ${seed}, ${commits} commits, ${killed} killed`;
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    await sandbox.cleanup.close();
  }
}

async function runIn(
  sandbox: Sandbox,
  server: TestedServer,
  clone: GitRepository | undefined,
  commit: string,
  killAfter: number | undefined,
): Promise<ActionResult> {
  if (!clone) throw new Error(`there is no clone of ${commit}`);
  let timer: NodeJS.Timeout | undefined;
  const result = await sandbox.run(server, INPUTS, {
    workspace: clone.path,
    sha: commit,
    started: (child) => {
      if (killAfter !== undefined) timer = globalThis.setTimeout(() => child.kill('SIGKILL'), killAfter);
    },
  });
  clearTimeout(timer);
  return result;
}
