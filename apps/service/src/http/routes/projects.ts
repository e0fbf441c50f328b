import { createRoute } from '@hono/zod-openapi';
import { reach } from '../authenticate.ts';
import type { App, Services } from '../environment.ts';
import { answers } from '../responses.ts';
import { noQuery, projectSchema, slugParameters } from '../schemas.ts';

const getProject = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}',
  operationId: 'getProject',
  tags: ['Projects'],
  summary: 'Get one project',
  request: { params: slugParameters, query: noQuery },
  responses: answers(200, projectSchema, 'The project'),
});

export function projectRoutes(app: App, { store }: Services): void {
  app.openapi(getProject, async (c) => c.json(await reach(c, store, c.req.valid('param').slug), 200));
}
