import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../access/authenticate.ts';
import type { App } from '../../access/request-environment.ts';
import { auditEntrySchema, LIST_DEFAULT_LIMIT, nextCursor, pageQuery, slugParameters } from '../common-schemas.ts';
import { createOperationResponses } from '../error-responses.ts';
import type { Services } from '../route-services.ts';

const listAudit = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/audit',
  operationId: 'listAuditEntries',
  tags: ['Audit'],
  'x-extension': true,
  summary: 'List reads of full logs and changes to users, newest first, including rejected ones',
  request: { params: slugParameters, query: pageQuery },
  responses: createOperationResponses(
    200,
    z.object({ entries: z.array(auditEntrySchema), next: nextCursor }),
    'A page of audit entries',
  ),
});

export function addAuditRoutes(app: App, { store }: Services): void {
  app.openapi(listAudit, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LIST_DEFAULT_LIMIT, cursor } = c.req.valid('query');
    const page = await store.audit.list(project.id, { limit, cursor });
    return c.json({ entries: [...page.items], next: page.next }, 200);
  });
}
