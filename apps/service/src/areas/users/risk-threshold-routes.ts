import { createRoute } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { getThresholds, type RiskThresholds } from './risk-thresholds.ts';
import { thresholdsInput, thresholdsSchema } from './schemas.ts';
import type { UserServices } from './services.ts';

const THRESHOLDS_ROUTE = {
  tags: ['Users'],
  'x-area': 'users',
  'x-extension': true,
  path: '/api/v1/projects/{slug}/users-at-risk/thresholds',
};

const getThresholdsRoute = createRoute({
  ...THRESHOLDS_ROUTE,
  method: 'get',
  operationId: 'getRiskThresholds',
  'x-role': 'member',
  summary: 'Get the thresholds of users at risk',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(200, thresholdsSchema, 'All thresholds'),
});

const replace = createRoute({
  ...THRESHOLDS_ROUTE,
  method: 'put',
  operationId: 'setRiskThresholds',
  'x-role': 'owner',
  ...createAuditMarker('risk-thresholds.update'),
  summary: 'Set the thresholds of users at risk (audited)',
  description:
    'Omitted thresholds are reset to their defaults. The next check, within ten minutes, applies the thresholds.',
  request: {
    params: slugParameters,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: thresholdsInput } } },
  },
  responses: createOperationResponses(200, thresholdsSchema, 'All thresholds', ...WRITE_ERROR_STATUSES),
});

export function addRiskThresholdRoutes(app: App, { store }: UserServices): void {
  app.openapi(getThresholdsRoute, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    return c.json(getThresholds(await store.users.thresholds(project.id)), 200);
  });

  app.openapi(replace, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const definedThresholds = Object.fromEntries(
      Object.entries(c.req.valid('json')).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const thresholds = getThresholds(definedThresholds);
    rejectEmptyRange(thresholds);
    const change = { action: 'risk-thresholds.update', project, target: project.id } as const;
    await store.transaction((operations) =>
      auditChange(c, operations, change, async () => {
        await operations.users.setThresholds(project.id, definedThresholds);
        return true;
      }),
    );
    return c.json(thresholds, 200);
  });
}

/**
 * Rejects thresholds that no user can meet.
 * @throws HttpError 400 if no number of silent days is in the range
 */
function rejectEmptyRange({ silentDays, silentMaxDays }: RiskThresholds): void {
  if (silentDays <= silentMaxDays) return;
  const message = `must be at most silentMaxDays (${silentMaxDays}), because no user would be silent otherwise (got ${silentDays})`;
  throw createInvalidRequestError([{ where: 'body.silentDays', message }]);
}
