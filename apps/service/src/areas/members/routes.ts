import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import type { Role } from '../../platform/access/roles.ts';
import { createNotFoundError, ERRORS, HttpError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import {
  createErrorResponses,
  createOperationResponses,
  WRITE_ERROR_STATUSES,
} from '../../platform/http/error-responses.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { memberChangesSchema, memberParameters, memberSchema } from './schemas.ts';
import type { MemberServices } from './services.ts';

const MEMBERS_PATH = '/api/v1/projects/{slug}/members';
const MEMBERS_ROUTE = { tags: ['Members'], 'x-extension': true, 'x-area': 'members' };

const listMembers = createRoute({
  ...MEMBERS_ROUTE,
  method: 'get',
  path: MEMBERS_PATH,
  operationId: 'listMembers',
  'x-role': 'member',
  summary: 'List the members of a project',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(
    200,
    z.object({ members: z.array(memberSchema) }),
    'The members, sorted by email',
  ),
});

const updateMember = createRoute({
  ...MEMBERS_ROUTE,
  method: 'patch',
  path: `${MEMBERS_PATH}/{userId}`,
  operationId: 'updateMember',
  'x-role': 'owner',
  ...createAuditMarker('member.update'),
  summary: 'Change the role of a member',
  request: {
    params: memberParameters,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: memberChangesSchema } } },
  },
  responses: createOperationResponses(200, memberSchema, 'The member', 409, ...WRITE_ERROR_STATUSES),
});

const removeMember = createRoute({
  ...MEMBERS_ROUTE,
  method: 'delete',
  path: `${MEMBERS_PATH}/{userId}`,
  operationId: 'removeMember',
  'x-role': 'owner',
  ...createAuditMarker('member.remove'),
  summary: 'Remove a member from a project',
  description:
    'The keys of the member lose access to the project immediately. The account and its other projects do not change.',
  request: { params: memberParameters, query: noQuery },
  responses: { 204: { description: 'Removed' }, ...createErrorResponses(409) },
});

export function addMemberRoutes(app: App, { store }: MemberServices): void {
  app.openapi(listMembers, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    return c.json({ members: await store.accounts.members(project.id) }, 200);
  });

  app.openapi(updateMember, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const { role } = c.req.valid('json');
    const member = await store.transaction(async (operations) => {
      const change = { action: 'member.update', project, target: userId } as const;
      await auditChange(c, operations, change, () => changeMember(operations, project.id, userId, role));
      return (await operations.accounts.members(project.id)).find((each) => each.userId === userId);
    });
    if (!member) throw createNotFoundError('member', userId);
    return c.json(member, 200);
  });

  app.openapi(removeMember, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const change = { action: 'member.remove', project, target: userId } as const;
    const isRemoved = await store.transaction((operations) =>
      auditChange(c, operations, change, () => changeMember(operations, project.id, userId, null)),
    );
    if (!isRemoved) throw createNotFoundError('member', userId);
    return c.body(null, 204);
  });
}

/**
 * Changes the role of a member, or removes a member for the role `null`.
 * @returns whether the member exists
 * @throws HttpError 409 for the last owner
 */
export async function changeMember(
  { accounts }: Pick<PlatformPorts, 'accounts'>,
  projectId: string,
  userId: string,
  role: Role | null,
): Promise<boolean> {
  const result = await accounts.changeMember(projectId, userId, role);
  if (result === 'last-owner') throw new HttpError('last_owner', ERRORS.last_owner[1]);
  return result === 'changed';
}
