import assert from 'node:assert/strict';
import {
  type ActionResult,
  type Decide,
  Random,
  type Side,
  StateHistory,
  startFaultProxy,
} from '@context-sync/testkit';
import { Stage } from '../../stage/stage.ts';
import { type ServerName, startTestedServer } from '../../stage/tested-server.ts';
import { BOOK_INPUTS, Book } from '../crashes/book.ts';
import { Bookkeeper } from '../crashes/bookkeeper.ts';
import { type Faults, Weather } from './weather.ts';

export interface Storm {
  readonly server: ServerName;
  /** Which of the servers is behind the storm. */
  readonly side: Side;
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
const INPUTS = { ...BOOK_INPUTS, 'allow-mass-change': 'true' };
/** Milliseconds from its first output after which a run among faults is cancelled, as a person who waits for it might do. */
const PATIENCE = 5_000;
/** Faults that a run meets before it may be cancelled, however slow the machine is. */
const FAULTS_BEFORE_CANCEL = 2;

/**
 * Syncs while many requests go wrong, several times, then once in good weather, and checks everything. Throws where something is lost, doubled or
 * untrue, or where the action takes bad weather for a defect of its own.
 * @returns how many requests went wrong
 */
export async function sail({ server: name, side, faults, seed }: Storm): Promise<number> {
  const random = new Random(seed);
  const book = new Book(random.fork(), PAGES);
  const stage = await Stage.set(book.files());
  const weather = new Weather(random.fork(), SHARE, faults);
  const said: string[] = [];
  try {
    const server = await startTestedServer(stage.cleanup, name);
    let round = 0;
    // A service whose description nobody has seen counts as one without: what is in doubt then stays so.
    const isSpared = (path: string) => round === 0 && path.endsWith(DESCRIPTION);
    const decide =
      (each: Side): Decide =>
      (method, path) =>
        each === side && !isSpared(path) ? weather.decide(method, path) : 'none';
    const service = await startFaultProxy(stage.cleanup, server.url, decide('service'));
    const github = await startFaultProxy(stage.cleanup, stage.github.apiUrl, decide('github'));
    const keeper = new Bookkeeper(server, book, new StateHistory(stage.github, `context-sync/${server.project}`));
    let attempt = 0;
    const run = async (): Promise<ActionResult> => {
      attempt += 1;
      let timer: NodeJS.Timeout | undefined;
      const result = await stage.run({ ...server, url: service.url }, INPUTS, {
        github: { ...stage.github, apiUrl: github.url },
        runId: '1',
        attempt,
        started: (child) => {
          if (!weather.stormy) return;
          const before = weather.count;
          const cancel = (): void => {
            if (weather.count - before >= FAULTS_BEFORE_CANCEL) child.kill('SIGINT');
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
      if (round > 0) await stage.repository.commit('Edit', book.edit());
      weather.stormy = true;
      for (let runs = 0; runs < RUNS_IN_A_STORM; runs += 1) {
        const result = await run();
        assert.ok(hasEnded(result), `a run ended with ${result.exitCode}:\n${result.stdout}${result.stderr}`);
        await service.settled();
        await github.settled();
        await keeper.look();
      }
      weather.stormy = false;
      await keeper.checkFinished(await run(), 'docs');
    }
    const defects = said.filter((line) => line.includes('This is a defect'));
    assert.deepEqual(defects, [], 'bad weather is no defect of the action');
    return weather.count;
  } catch (cause) {
    const what = `${name}, faults at the ${side}, seed ${seed}`;
    const words = said.length > 0 ? `\nThe runs have said: ${said.join('\n')}` : '';
    throw new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}${words}`, { cause });
  } finally {
    await stage.cleanup.close();
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
