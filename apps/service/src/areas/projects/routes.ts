import { createRoute } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses } from '../../platform/http/error-responses.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { projectSchema } from './schemas.ts';

const getProject = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}',
  operationId: 'getProject',
  'x-role': 'member',
  tags: ['Projects'],
  'x-area': 'projects',
  summary: 'Get one project',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(200, projectSchema, 'The project'),
});

export function addProjectRoutes(app: App, { store }: { readonly store: AreaStore }): void {
  app.openapi(getProject, async (c) => c.json(await requireProjectAccess(c, store, c.req.valid('param').slug), 200));
}
