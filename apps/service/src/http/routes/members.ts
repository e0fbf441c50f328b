import { createRoute, z } from '@hono/zod-openapi';
import { reach } from '../../access/authenticate.ts';
import type { App } from '../../access/environment.ts';
import { answers } from '../responses.ts';
import { memberSchema, noQuery, slugParameters } from '../schemas.ts';
import type { Services } from '../services.ts';

const listMembers = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/members',
  operationId: 'listMembers',
  tags: ['Members'],
  'x-extension': true,
  summary: 'List who can reach the project',
  request: { params: slugParameters, query: noQuery },
  responses: answers(200, z.object({ members: z.array(memberSchema) }), 'The members, by e-mail'),
});

export function memberRoutes(app: App, { store }: Services): void {
  app.openapi(listMembers, async (c) => {
    const project = await reach(c, store, c.req.valid('param').slug);
    return c.json({ members: await store.accounts.members(project.id) }, 200);
  });
}
