import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses } from '../../platform/http/error-responses.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { memberSchema } from './schemas.ts';

const listMembers = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/members',
  operationId: 'listMembers',
  'x-role': 'member',
  tags: ['Members'],
  'x-area': 'members',
  'x-extension': true,
  summary: 'List the members of a project',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(
    200,
    z.object({ members: z.array(memberSchema) }),
    'The members, sorted by email',
  ),
});

export function addMemberRoutes(app: App, { store }: { readonly store: AreaStore }): void {
  app.openapi(listMembers, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    return c.json({ members: await store.accounts.members(project.id) }, 200);
  });
}
