import { StateConflictError, StateError } from '@context-sync/sync';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MoveFailure, moveRef } from './move-ref.ts';

const REF = 'refs/context-sync/octo-api';
const NONE = '0'.repeat(40);

let cleanup: Cleanup;
let repository: GitRepository;
/** The commit of the ref before each move. */
let before: string;
let ourCommit: string;
let afterOurs: string;
let theirCommit: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  before = await repository.commit('Before');
  ourCommit = await repository.commit('Ours');
  afterOurs = await repository.commit('After ours');
  await repository.git('checkout', '--quiet', '--detach', before);
  theirCommit = await repository.commit('Theirs');
  await repository.git('update-ref', REF, before);
});
afterEach(() => cleanup.close());

const head = async () => (await repository.git('for-each-ref', '--format=%(objectname)', REF)) || undefined;

/** The outcome of one call of `move`. */
interface Attempt {
  /** Whether the move succeeds on the host. */
  readonly moves: boolean;
  /** Action of another run that takes place before the response arrives. */
  readonly meanwhile?: () => Promise<unknown>;
  /** Failure that the caller receives; undefined if the call succeeds. */
  readonly failure?: MoveFailure;
}

/** Moves the ref of a real repository with the given outcomes of attempts. Returns the waits between attempts. Further attempts succeed. */
async function move(from: string | undefined, to: string, attempts: readonly Attempt[]): Promise<number[]> {
  const waits: number[] = [];
  let at = 0;
  const failures = new Map<unknown, MoveFailure>();
  await moveRef(
    {
      place: REF,
      move: async (from, to) => {
        const { moves, meanwhile, failure }: Attempt = attempts[at] ?? { moves: true };
        at += 1;
        if (moves) await repository.git('update-ref', REF, to, from ?? NONE);
        await meanwhile?.();
        if (failure === undefined) return;
        const error = new Error(failure);
        failures.set(error, failure);
        throw error;
      },
      head,
      isAncestor: async (commit, head) =>
        commit !== head && (await repository.git('rev-list', head)).split('\n').includes(commit),
      classifyFailure: (error) => failures.get(error) ?? 'forbidden',
      retryDelayMs: (_error, attempt) => attempt,
      clock: { sleep: async (milliseconds) => void waits.push(milliseconds) },
      cannotMove: (error) => new StateError('store', 'cannot be moved', 'fix', error),
    },
    from,
    to,
  );
  return waits;
}

const set = (commit: string) => () => repository.git('update-ref', REF, commit);

describe('a move with an unknown outcome', () => {
  it('a move with an unknown outcome succeeds without a retry if the ref points to its commit', async () => {
    expect(await move(before, ourCommit, [{ moves: true, failure: 'unclear' }])).toEqual([]);
    expect(await head()).toBe(ourCommit);
  });

  it('a move with an unknown outcome succeeds if the ref was created', async () => {
    await repository.git('update-ref', '-d', REF);
    expect(await move(undefined, ourCommit, [{ moves: true, failure: 'unclear' }])).toEqual([]);
    expect(await head()).toBe(ourCommit);
  });

  it('a move with an unknown outcome succeeds if the ref points to a later commit that another run added on top', async () => {
    const attempt: Attempt = { moves: true, meanwhile: () => set(afterOurs)(), failure: 'unclear' };
    expect(await move(before, ourCommit, [attempt])).toEqual([]);
    expect(await head()).toBe(afterOurs);
  });

  it('a move with an unknown outcome is reported as a conflict if the ref points to the commit of another run', async () => {
    const attempt: Attempt = { moves: false, meanwhile: () => set(theirCommit)(), failure: 'unclear' };
    await expect(move(before, ourCommit, [attempt])).rejects.toThrow(StateConflictError);
    expect(await head()).toBe(theirCommit);
  });

  it('a move with an unknown outcome is retried if the ref has not moved', async () => {
    const lost: Attempt = { moves: false, failure: 'unclear' };
    expect(await move(before, ourCommit, [lost, lost])).toEqual([1, 2]);
    expect(await head()).toBe(ourCommit);
  });
});

describe('a rejected move', () => {
  it('a rejected move is reported as a conflict if the ref points to the commit of another run', async () => {
    const attempt: Attempt = { moves: false, meanwhile: () => set(theirCommit)(), failure: 'refused' };
    await expect(move(before, ourCommit, [attempt])).rejects.toThrow(StateConflictError);
  });

  it('a move that is rejected repeatedly fails and leaves the ref unchanged', async () => {
    const refused: Attempt = { moves: false, failure: 'refused' };
    await expect(move(before, ourCommit, Array(9).fill(refused))).rejects.toThrow('cannot be moved');
    expect(await head()).toBe(before);
  });

  it('a forbidden move fails without a retry', async () => {
    const attempt: Attempt = { moves: false, failure: 'forbidden' };
    await expect(move(before, ourCommit, [attempt])).rejects.toThrow(StateError);
    expect(await head()).toBe(before);
  });
});
