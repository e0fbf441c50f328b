import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import type { AuditAction } from '../../platform/audit/audit.ts';
import { LIST_DEFAULT_LIMIT, nextCursor, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses } from '../../platform/http/error-responses.ts';
import { resolveTimeRange } from '../../platform/http/time-range-schemas.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { createAuditEntrySchema, createAuditQuery } from './schemas.ts';

const describeListAudit = (actions: readonly AuditAction[]) =>
  createRoute({
    method: 'get',
    path: '/api/v1/projects/{slug}/audit',
    operationId: 'listAuditEntries',
    'x-role': 'member',
    tags: ['Audit'],
    'x-area': 'audit',
    'x-extension': true,
    summary: 'List changes and reads of full logs, newest first, including refused requests',
    request: { params: slugParameters, query: createAuditQuery(actions) },
    responses: createOperationResponses(
      200,
      z.object({ entries: z.array(createAuditEntrySchema(actions)), next: nextCursor }),
      'A page of audit entries',
    ),
  });

/** @param auditActions all actions that the areas record */
export function addAuditRoutes(
  app: App,
  { store, auditActions }: { readonly store: AreaStore; readonly auditActions: readonly AuditAction[] },
): void {
  app.openapi(describeListAudit(auditActions), async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LIST_DEFAULT_LIMIT, since, until, ...query } = c.req.valid('query');
    const range = resolveTimeRange({ since, until }, Date.now());
    const page = await store.audit.list(project.id, { limit, ...query, ...range });
    return c.json({ entries: [...page.items], next: page.next }, 200);
  });
}
