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
import { GENERATED_DOCS_INPUTS, GeneratedDocs } from '../consistency/generated-docs.ts';
import { FaultSchedule, type Faults } from './fault-schedule.ts';

export interface FaultScenario {
  readonly server: ServerName;
  /** Which of the servers is behind the storm. */
  readonly side: RunServer;
  readonly faults: Faults;
  readonly seed: number;
}

const SHARE = 0.3;
const PAGES = 20;
/** The first sync, and an edit. */
const ROUNDS = 2;
const RUNS_IN_A_STORM = 2;
const DESCRIPTION = '/openapi.json';
/** Some edits change more than half of what came through the storm. */
const INPUTS = { ...GENERATED_DOCS_INPUTS, 'allow-mass-change': 'true' };
/** Milliseconds from its first output after which a run among faults is cancelled, as a person who waits for it might do. */
const PATIENCE = 5_000;
/** Faults that a run meets before it may be cancelled, however slow the machine is. */
const FAULTS_BEFORE_CANCEL = 2;

/**
 * Syncs while many requests go wrong, several times, then once in good schedule, and checks everything. Throws where something is lost, doubled or
 * untrue, or where the action takes bad schedule for a defect of its own.
 * @returns how many requests went wrong
 */
export async function syncWithFaults({ server: name, side, faults, seed }: FaultScenario): Promise<number> {
  const random = new Random(seed);
  const docs = new GeneratedDocs(random.fork(), PAGES);
  const sandbox = await Sandbox.create(docs.files());
  const schedule = new FaultSchedule(random.fork(), SHARE, faults);
  const said: string[] = [];
  try {
    const server = await startTestedServer(sandbox.cleanup, name);
    let round = 0;
    // A service whose description nobody has seen counts as one without: what is in doubt then stays so.
    const isSpared = (path: string) => round === 0 && path.endsWith(DESCRIPTION);
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
            else timer = setTimeout(cancel, PATIENCE);
          };
          child.stdout.once('data', () => {
            timer = setTimeout(cancel, PATIENCE);
          });
        },
      });
      clearTimeout(timer);
      said.push(...errorsIn(result));
      return result;
    };
    for (; round < ROUNDS; round += 1) {
      if (round > 0) await sandbox.repository.commit('Edit', docs.edit());
      schedule.isActive = true;
      for (let runs = 0; runs < RUNS_IN_A_STORM; runs += 1) {
        const result = await run();
        assert.ok(hasEnded(result), `a run ended with ${result.exitCode}:\n${result.stdout}${result.stderr}`);
        await service.settled();
        await github.settled();
        await checker.look();
      }
      schedule.isActive = false;
      await checker.checkFinished(await run(), 'docs');
    }
    const defects = said.filter((line) => line.includes('This is a defect'));
    assert.deepEqual(defects, [], 'bad schedule is no defect of the action');
    return schedule.count;
  } catch (cause) {
    const what = `${name}, faults at the ${side}, seed ${seed}`;
    const words = said.length > 0 ? `\nThe runs have said: ${said.join('\n')}` : '';
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}${words}`, { cause });
  } finally {
    await sandbox.cleanup.close();
  }
}

/**
 * Whether a run came to an end of its own. Node no longer listens to signals in its last milliseconds: a run that has said and recorded
 * everything by then is ended by the signal itself.
 */
function hasEnded({ exitCode, summary }: ActionResult): boolean {
  return exitCode === 0 || exitCode === 1 || (exitCode === null && summary !== '');
}

function errorsIn({ stdout }: ActionResult): string[] {
  return stdout.split('\n').filter((line) => line.startsWith('::error'));
}
