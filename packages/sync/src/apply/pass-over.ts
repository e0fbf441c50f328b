import type { StateSnapshot, StateStore } from '../state/store.ts';

/**
 * Records that `commit` wants what is synced already, so that a run for an older commit that comes later is known to be late. Nothing is
 * written where the state says so.
 * @param setBackFrom commits that are no longer on the branch; default: what the state says of them
 * @throws StateConflictError when another run was faster
 * @throws StateError
 */
export async function passOver(
  store: StateStore,
  base: StateSnapshot,
  commit: string,
  setBackFrom?: readonly string[],
): Promise<StateSnapshot> {
  const { meta } = base;
  const { synced } = meta;
  if (meta.commit === commit) return base;
  const next = {
    ...meta,
    revision: meta.revision + 1,
    commit,
    ...(setBackFrom ? { setBackFrom } : {}),
    synced: synced && { ...synced, commit },
  };
  return store.write(base, { meta: next, shards: new Map() }, 'Unchanged');
}
