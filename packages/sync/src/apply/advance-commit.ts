import { isDeepStrictEqual } from 'node:util';
import type { RepositoryIdentity } from '../state/state-schema.ts';
import type { StateSnapshot, StateStore } from '../state/state-store.ts';

export interface CommitUpdate {
  /** The commit to record, whose docs are already synced. */
  readonly commit: string;
  /** The repository of the run. By default, the recorded repository is kept. */
  readonly repository?: RepositoryIdentity;
  /** Commits that a force push removed from the branch. By default, the recorded commits are kept. */
  readonly removedCommits?: readonly string[] | undefined;
}

/**
 * Records a commit whose docs are already synced, so that a late run for an older commit can be detected. Writes nothing if the state already
 * contains the commit.
 * @throws StateConflictError if another run was faster
 * @throws StateError
 */
export async function recordCommitOnly(
  store: StateStore,
  base: StateSnapshot,
  { commit, repository = base.meta.repository, removedCommits = base.meta.removedCommits }: CommitUpdate,
): Promise<StateSnapshot> {
  const { meta } = base;
  const { synced } = meta;
  if (meta.commit === commit && isDeepStrictEqual(meta.repository, repository)) return base;
  const nextState = {
    ...meta,
    revision: meta.revision + 1,
    commit,
    ...(repository ? { repository } : {}),
    ...(removedCommits ? { removedCommits } : {}),
    synced: synced && { ...synced, commit },
  };
  return store.write(base, { meta: nextState, shards: new Map() }, 'Unchanged');
}
