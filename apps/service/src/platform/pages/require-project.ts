import type { AccessPorts, ProjectAccess } from '../access/accounts.ts';
import type { MemberRequest } from './page.ts';
import { PageFailure } from './page-failure.ts';

/**
 * Returns the project in the path `/projects/:slug/…`, and the role of the member in it.
 * @throws PageFailure, which is the same for a missing project and for a project without access, so that no one can find out which projects exist
 */
export async function requireProject({ accounts }: AccessPorts, { c, session }: MemberRequest): Promise<ProjectAccess> {
  const access = await accounts.reachableProject(session.userId, c.req.param('slug') ?? '');
  if (!access) throw new PageFailure(404, 'There is no such project, or you are not a member of it.');
  return access;
}

/** Checks that the member is an owner. @throws PageFailure for other members */
export function requireOwner({ role, project }: ProjectAccess): void {
  if (role === 'owner') return;
  throw new PageFailure(
    403,
    `Only owners of ${project.name} can do this. Ask one of them; the members page lists them.`,
  );
}
