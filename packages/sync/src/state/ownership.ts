import { StateError } from './state-errors.ts';
import type { RepositoryIdentity, StateMeta } from './state-schema.ts';

/** The service, project and repository that a run uses a state for. */
export interface StateOwner {
  /** Base URL of the service, and slug of the project. */
  readonly service: string;
  readonly project: string;
  readonly repository: RepositoryIdentity;
  /** Former name of the repository, if a user confirms that the state moved with it. */
  readonly movedFrom?: string | undefined;
}

/**
 * Rejects a state of another service, project or repository. A mirror or copy of a repository has the same state with the same lineage: if both used
 * it, each would delete what the other one has synced, with the same Idempotency-Keys.
 * A state of an earlier version names no repository, and belongs to the next one that writes it.
 * @param place the name of the ref, repository or folder that stores the state, for messages
 * @throws StateError `foreign`
 */
export function assertOwnState(meta: StateMeta, owner: StateOwner, place: string): void {
  const { service, project, repository, movedFrom } = owner;
  if (meta.service !== service || meta.project !== project) {
    throw new StateError(
      'foreign',
      `the state in ${place} belongs to project "${meta.project}" at ${meta.service}, not to "${project}" at ${service}`,
      'set state-ref to a ref of its own for each service and project',
    );
  }
  const knownRepository = meta.repository;
  if (
    !knownRepository ||
    isSameRepository(knownRepository, repository) ||
    isSameName(knownRepository.name, movedFrom ?? '')
  )
    return;
  throw new StateError(
    'foreign',
    `the state in ${place} (lineage ${meta.lineage.slice(0, 8)}) belongs to the repository ${nameOf(knownRepository)}, not to ${nameOf(repository)}`,
    `if the repository was renamed or moved, and the former one no longer syncs, set moved-from: ${knownRepository.name} for one run; if this is a copy of it, set project to a project of its own`,
  );
}

/** Whether both are the same repository. The host's ID survives a rename; without it, host and name are compared. */
export function isSameRepository(a: RepositoryIdentity, b: RepositoryIdentity): boolean {
  if (!isSameName(a.host, b.host)) return false;
  return a.id !== undefined && b.id !== undefined ? a.id === b.id : isSameName(a.name, b.name);
}

/** Returns the repository to record: a known ID is kept if the system of the run has none. */
export function repositoryToRecord(known: RepositoryIdentity | undefined, own: RepositoryIdentity): RepositoryIdentity {
  const keepsId = known !== undefined && own.id === undefined && isSameRepository(known, own);
  return keepsId ? known : own;
}

/** Hosts ignore letter case. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function nameOf({ host, name, id }: RepositoryIdentity): string {
  return `${host}/${name}${id === undefined ? '' : ` (id ${id})`}`;
}
