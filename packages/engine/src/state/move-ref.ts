import { StateConflictError, type StateError } from '@context-sync/sync';
import { MAX_ATTEMPTS, type WaitClock } from '../github/request-retry.ts';

/** The maximum number of attempts if the host refuses to move a ref that has not changed. */
const MAX_REFUSED_ATTEMPTS = 4;

/**
 * Kinds of failed moves:
 * - `forbidden`: a retry cannot succeed
 * - `refused`: the ref was not moved; the ref's commit shows whether another writer was first
 * - `unclear`: the ref may have been moved
 */
export type MoveFailure = 'forbidden' | 'refused' | 'unclear';

/** The host that stores a ref. */
export interface RefHost {
  /** Location of the ref for messages. */
  readonly place: string;
  /** Moves the ref to `to` if it points to `from`. If `from` is undefined, the ref must not exist. */
  move(from: string | undefined, to: string): Promise<void>;
  /** Returns the commit of the ref; undefined if the ref does not exist. */
  head(): Promise<string | undefined>;
  /** Returns whether `commit` is a recent ancestor of `head`. */
  isAncestor(commit: string, head: string): Promise<boolean>;
  classifyFailure(error: unknown): MoveFailure;
  retryDelayMs(error: unknown, attempt: number): number;
  cannotMove(error: unknown): StateError;
  readonly clock: Pick<WaitClock, 'sleep'>;
}

/**
 * Moves a ref as a compare-and-swap. If the host refuses the move or the outcome is unknown, reads the ref to determine what happened: the ref moved,
 * it moved and another writer added commits, it did not move, or another writer was first.
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
      const headSha = await host.head();
      if (headSha === to) return;
      if (headSha !== from && headSha !== undefined) {
        if (await host.isAncestor(to, headSha)) return;
        throw new StateConflictError(`${host.place} was moved by another run`, { cause: error });
      }
      // The ref did not move. A read can lag behind a write by seconds, or a rule may forbid the move.
      if (attempt === (failure === 'refused' ? MAX_REFUSED_ATTEMPTS : MAX_ATTEMPTS)) throw host.cannotMove(error);
      await host.clock.sleep(host.retryDelayMs(error, attempt));
    }
  }
}
