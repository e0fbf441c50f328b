import { isDeepStrictEqual } from 'node:util';
import type { RepositoryIdentity } from '../state/schema.ts';
import type { StateSnapshot, StateStore } from '../state/store.ts';

export interface Passing {
  /** A commit that wants what is synced already. */
  readonly commit: string;
  /** The repository of the run. Default: what the state says of it. */
  readonly repository?: RepositoryIdentity;
  /** Commits that are no longer on the branch. Default: what the state says of them. */
  readonly removedCommits?: readonly string[] | undefined;
}

/**
 * Records that a commit wants what is synced already, so that a run for an older commit that comes later is known to be late. Nothing is
 * written where the state says so.
 * @throws StateConflictError when another run was faster
 * @throws StateError
 */
export async function passOver(
  store: StateStore,
  base: StateSnapshot,
  { commit, repository = base.meta.repository, removedCommits = base.meta.removedCommits }: Passing,
): Promise<StateSnapshot> {
  const { meta } = base;
  const { synced } = meta;
  if (meta.commit === commit && isDeepStrictEqual(meta.repository, repository)) return base;
  const next = {
    ...meta,
    revision: meta.revision + 1,
    commit,
    ...(repository ? { repository } : {}),
    ...(removedCommits ? { removedCommits } : {}),
    synced: synced && { ...synced, commit },
  };
  return store.write(base, { meta: next, shards: new Map() }, 'Unchanged');
}
