import assert from 'node:assert/strict';
import {
  type ActionResult,
  type FaultDecider,
  Random,
  type RunServer,
  StateHistory,
  startFaultProxy,
} from '@context-sync/testkit';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { type ServerName, startTestedServer } from '../../sandbox/tested-server.ts';
import { ConsistencyChecker } from '../consistency/consistency-checker.ts';
import { GeneratedDocs } from '../consistency/generated-docs.ts';
import { FaultSchedule, type Faults } from './fault-schedule.ts';

export interface FaultScenario {
  readonly server: ServerName;
  /** The server whose requests get the faults. */
  readonly side: RunServer;
  readonly faults: Faults;
  readonly seed: number;
}

const SHARE = 0.3;
const PAGES = 20;
/** The number of rounds: the first sync and the sync of an edit. */
const ROUNDS = 2;
const RUNS_WITH_FAULTS = 2;
const OPENAPI_PATH = '/openapi.json';
/** Some edits change more than half of the items that were created so far. */
const INPUTS = { 'allow-mass-change': 'true' };
/** The time in milliseconds after the first output of a run with faults until the run is canceled. It simulates an impatient person. */
const PATIENCE_MS = 5_000;
/** The number of faults that a run must get before it is canceled, no matter how slow the machine is. */
const FAULTS_BEFORE_CANCEL = 2;

/**
 * Syncs several times while many requests fail, then once without faults, and checks the server and the state. Throws if an item is lost
 * or duplicated, if the state is wrong, or if the action reports a fault as its own bug.
 * @returns the number of requests that got a fault
 */
export async function syncWithFaults({ server: name, side, faults, seed }: FaultScenario): Promise<number> {
  const random = new Random(seed);
  const docs = new GeneratedDocs(random.fork(), PAGES);
  const sandbox = await Sandbox.create(docs.files());
  const schedule = new FaultSchedule(random.fork(), SHARE, faults);
  const messages: string[] = [];
  try {
    const server = await startTestedServer(sandbox.cleanup, name);
    let round = 0;
    // If the OpenAPI document of the service is missing, the capabilities are unknown, and items in doubt would stay in doubt.
    const isSpared = (path: string) => round === 0 && path.endsWith(OPENAPI_PATH);
    const decide =
      (each: RunServer): FaultDecider =>
      (method, path) =>
        each === side && !isSpared(path) ? schedule.decide(method, path) : 'none';
    const service = await startFaultProxy(sandbox.cleanup, server.url, decide('service'));
    const github = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, decide('github'));
    const checker = new ConsistencyChecker(
      server,
      docs,
      new StateHistory(sandbox.github, `context-sync/${server.project}`),
    );
    let attempt = 0;
    const run = async (): Promise<ActionResult> => {
      attempt += 1;
      let timer: NodeJS.Timeout | undefined;
      const result = await sandbox.run({ ...server, url: service.url }, INPUTS, {
        github: { ...sandbox.github, apiUrl: github.url },
        runId: '1',
        attempt,
        started: (child) => {
          if (!schedule.isActive) return;
          const before = schedule.count;
          const cancel = (): void => {
            if (schedule.count - before >= FAULTS_BEFORE_CANCEL) child.kill('SIGINT');
            else timer = setTimeout(cancel, PATIENCE_MS);
          };
          child.stdout.once('data', () => {
            timer = setTimeout(cancel, PATIENCE_MS);
          });
        },
      });
      clearTimeout(timer);
      messages.push(...errorsIn(result));
      return result;
    };
    for (; round < ROUNDS; round += 1) {
      if (round > 0) await sandbox.repository.commit('Edit', docs.edit());
      schedule.isActive = true;
      for (let runs = 0; runs < RUNS_WITH_FAULTS; runs += 1) {
        const result = await run();
        assert.ok(hasEnded(result), `a run ended with ${result.exitCode}:\n${result.stdout}${result.stderr}`);
        await service.waitUntilIdle();
        await github.waitUntilIdle();
        await checker.look();
      }
      schedule.isActive = false;
      await checker.checkFinished(await run(), 'docs');
    }
    const bugs = messages.filter((line) => line.includes('This is a bug in Context Sync'));
    assert.deepEqual(bugs, [], 'a fault must not be reported as a bug');
    return schedule.count;
  } catch (cause) {
    const what = `${name}, faults at the ${side}, seed ${seed}`;
    const words = messages.length > 0 ? `\nErrors of the runs: ${messages.join('\n')}` : '';
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}${words}`, { cause });
  } finally {
    await sandbox.cleanup.close();
  }
}

/**
 * Returns whether a run ended by itself. In its last milliseconds, Node no longer handles signals, so a signal may end a run that has
 * already recorded and reported everything.
 */
function hasEnded({ exitCode, summary }: ActionResult): boolean {
  return exitCode === 0 || exitCode === 1 || (exitCode === null && summary !== '');
}

function errorsIn({ stdout }: ActionResult): string[] {
  return stdout.split('\n').filter((line) => line.startsWith('::error'));
}
