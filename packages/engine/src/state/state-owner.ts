import type { StateOwner } from '@context-sync/sync';
import type { RunContext } from '../event/event-context.ts';
import type { Settings } from '../inputs/action-settings.ts';

/** Returns the owner of a state: the platform, the project and the repository of the run. */
export function getOwner(
  { baseUrl, project, movedFrom }: Pick<Settings, 'baseUrl' | 'project' | 'movedFrom'>,
  { repository }: Pick<RunContext, 'repository'>,
): StateOwner {
  return { service: baseUrl.href, project, repository, movedFrom };
}
