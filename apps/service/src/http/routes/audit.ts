import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../access/authenticate.ts';
import type { App } from '../../access/environment.ts';
import { operationResponses } from '../responses.ts';
import { auditEntrySchema, LIST_DEFAULT_LIMIT, next, pageQuery, slugParameters } from '../schemas.ts';
import type { Services } from '../services.ts';

const listAudit = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/audit',
  operationId: 'listAuditEntries',
  tags: ['Audit'],
  'x-extension': true,
  summary: 'List reads of full logs and changes to users, newest first, including rejected ones',
  request: { params: slugParameters, query: pageQuery },
  responses: operationResponses(200, z.object({ entries: z.array(auditEntrySchema), next }), 'A page of audit entries'),
});

export function auditRoutes(app: App, { store }: Services): void {
  app.openapi(listAudit, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LIST_DEFAULT_LIMIT, cursor } = c.req.valid('query');
    const page = await store.audit.list(project.id, { limit, cursor });
    return c.json({ entries: [...page.items], next: page.next }, 200);
  });
}
