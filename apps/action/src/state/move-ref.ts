import { StateConflictError, type StateError } from '@context-sync/sync';
import { MAX_ATTEMPTS, type WaitClock } from '../github/request-retry.ts';

/** Tries of a move that is refused although the ref seems to be where it was. */
const MAX_REFUSED_ATTEMPTS = 4;

/**
 * What a failed move says:
 * - `forbidden`: a no that stays no
 * - `refused`: not done; the ref itself tells whether somebody else was first
 * - `unclear`: it may have been done
 */
export type MoveFailure = 'forbidden' | 'refused' | 'unclear';

/** The host of a ref. */
export interface RefHost {
  /** What a person would call the ref. */
  readonly place: string;
  /** Moves the ref from `from` to `to`, where undefined means that there is no ref yet, and only if it is at `from`. */
  move(from: string | undefined, to: string): Promise<void>;
  /** Commit of the ref; undefined where there is no such ref. */
  head(): Promise<string | undefined>;
  /** Whether `commit` is among the commits before `head`; few steps are enough, as others write rarely. */
  isAncestor(commit: string, head: string): Promise<boolean>;
  classifyFailure(error: unknown): MoveFailure;
  retryDelayMs(error: unknown, attempt: number): number;
  cannotMove(error: unknown): StateError;
  readonly clock: Pick<WaitClock, 'sleep'>;
}

/**
 * Moves a ref as one compare-and-swap. Where the host refuses, or no clear answer comes, the ref itself tells what happened: it is there, it
 * has gone on from there, it is still where it was, or somebody else was first.
 * @throws StateConflictError, StateError
 */
export async function moveRef(host: RefHost, from: string | undefined, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await host.move(from, to);
      return;
    } catch (error) {
      const failure = host.classifyFailure(error);
      if (failure === 'forbidden') throw host.cannotMove(error);
      const head = await host.head();
      if (head === to) return;
      if (head !== from && head !== undefined) {
        if (await host.isAncestor(to, head)) return;
        throw new StateConflictError(`${host.place} was moved by another run`, { cause: error });
      }
      // Still where it was: a read may lag behind a write for some seconds, and a rule may forbid the move for good.
      if (attempt === (failure === 'refused' ? MAX_REFUSED_ATTEMPTS : MAX_ATTEMPTS)) throw host.cannotMove(error);
      await host.clock.sleep(host.retryDelayMs(error, attempt));
    }
  }
}
