import { createRoute } from '@hono/zod-openapi';
import { reach } from '../authenticate.ts';
import type { App, Services } from '../environment.ts';
import { answerOnce } from '../once.ts';
import { answers, WRITE_ERRORS } from '../responses.ts';
import { dataSourceInputSchema, dataSourceSchema, idempotencyHeader, slugParameters } from '../schemas.ts';

const connectDataSource = createRoute({
  method: 'post',
  path: '/api/v1/projects/{slug}/data-sources',
  operationId: 'connectDataSource',
  tags: ['Data sources'],
  summary: 'Connect a code repository',
  request: {
    params: slugParameters,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: dataSourceInputSchema } } },
  },
  responses: answers(201, dataSourceSchema, 'The data source', ...WRITE_ERRORS),
});

export function dataSourceRoutes(app: App, { store }: Services): void {
  app.openapi(connectDataSource, async (c) => {
    const project = await reach(c, store, c.req.valid('param').slug);
    return answerOnce(c, store, async (operations) => {
      const source = await operations.dataSources.create(project.id, c.req.valid('json'));
      return { body: source, location: `${c.req.path}/${source.id}` };
    });
  });
}
