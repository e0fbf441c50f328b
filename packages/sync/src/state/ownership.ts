import { StateError } from './state-errors.ts';
import type { RepositoryIdentity, StateMeta } from './state-schema.ts';

/** The service, the project and the repository for which a run uses a state. */
export interface StateOwner {
  /** Base URL of the service, and slug of the project. */
  readonly service: string;
  readonly project: string;
  readonly repository: RepositoryIdentity;
  /** Former name of the repository. A user sets it to confirm that the state belongs to the renamed repository. */
  readonly movedFrom?: string | undefined;
}

/**
 * Rejects a state of another service, project or repository. A mirror or copy of a repository has the same state with the same lineage. If both repositories
 * used the state, each would delete the items of the other one, with the same Idempotency-Keys. A state of an earlier version contains no repository, and
 * belongs to the next repository that writes it.
 * @param place name of the ref, repository or folder that stores the state, for use in messages
 * @throws StateError `foreign`
 */
export function assertOwnState(meta: StateMeta, owner: StateOwner, place: string): void {
  const { service, project, repository, movedFrom } = owner;
  if (meta.service !== service || meta.project !== project) {
    throw new StateError(
      'foreign',
      `the state in ${place} belongs to project "${meta.project}" at ${meta.service}, not to "${project}" at ${service}`,
      'set state to a different ref for each service and project',
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
    `the state in ${place} (lineage ${meta.lineage.slice(0, 8)}) belongs to the repository ${getName(knownRepository)}, not to ${getName(repository)}`,
    `if the repository was renamed or moved, and the former one no longer syncs, set moved-from: ${knownRepository.name} in the configuration file until the next sync; if this repository is a copy, set project to a different project`,
  );
}

/**
 * Returns whether both are the same repository. The host's ID does not change when a repository is renamed. Without an ID, host and name are
 * compared.
 */
export function isSameRepository(a: RepositoryIdentity, b: RepositoryIdentity): boolean {
  if (!isSameName(a.host, b.host)) return false;
  return a.id !== undefined && b.id !== undefined ? a.id === b.id : isSameName(a.name, b.name);
}

/** Returns the repository to record. A recorded ID is kept if the system of the run provides none. */
export function mergeRepositoryIdentity(
  knownRepository: RepositoryIdentity | undefined,
  own: RepositoryIdentity,
): RepositoryIdentity {
  const keepsId = knownRepository !== undefined && own.id === undefined && isSameRepository(knownRepository, own);
  return keepsId ? knownRepository : own;
}

/** Compares two names without regard to letter case, which hosts ignore. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function getName({ host, name, id }: RepositoryIdentity): string {
  return `${host}/${name}${id === undefined ? '' : ` (id ${id})`}`;
}
