import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import {
  auditEntrySchema,
  auditQuery,
  LIST_DEFAULT_LIMIT,
  nextCursor,
  slugParameters,
} from '../../platform/http/common-schemas.ts';
import { createOperationResponses } from '../../platform/http/error-responses.ts';
import type { Services } from '../../platform/http/route-services.ts';
import { resolveTimeRange } from '../../platform/http/time-range-schemas.ts';

const listAudit = createRoute({
  method: 'get',
  path: '/api/v1/projects/{slug}/audit',
  operationId: 'listAuditEntries',
  tags: ['Audit'],
  'x-extension': true,
  summary: 'List changes and reads of full logs, newest first, including refused requests',
  request: { params: slugParameters, query: auditQuery },
  responses: createOperationResponses(
    200,
    z.object({ entries: z.array(auditEntrySchema), next: nextCursor }),
    'A page of audit entries',
  ),
});

export function addAuditRoutes(app: App, { store }: Services): void {
  app.openapi(listAudit, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LIST_DEFAULT_LIMIT, since, until, ...query } = c.req.valid('query');
    const range = resolveTimeRange({ since, until }, Date.now());
    const page = await store.audit.list(project.id, { limit, ...query, ...range });
    return c.json({ entries: [...page.items], next: page.next }, 200);
  });
}
