import type { RouteConfig } from '@hono/zod-openapi';
import { HttpError } from '../errors/errors.ts';

/**
 * Roles of a member in a project. Every operation declares the required role as `x-role`. Members can read everything and write content. Owners can
 * also change settings, members and invites, and delete data that cannot be sent again.
 */
export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Checks that a member may use an operation. An operation without a declared role requires an owner, so that a forgotten declaration does not give
 * members access.
 * @throws HttpError with 403
 */
export function requireRole(
  { project, role }: { readonly project: { readonly slug: string }; readonly role: Role },
  operation: RouteConfig | undefined,
): void {
  if (role === 'owner' || operation?.['x-role'] === 'member') return;
  throw new HttpError(
    'role_required',
    `This operation needs the role "owner" in the project "${project.slug}", and the role of this key's account is "member": ask an owner, whom GET /api/v1/projects/${project.slug}/members lists`,
  );
}
