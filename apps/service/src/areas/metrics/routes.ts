import { createRoute } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { LIST_DEFAULT_LIMIT, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses } from '../../platform/http/error-responses.ts';
import { parsePeriod } from '../../platform/time/metrics-period.ts';
import type { EndpointName } from '../logs/endpoint-name.ts';
import {
  endpointParameters,
  endpointSchema,
  errorsQuery,
  errorsSchema,
  summaryQuery,
  summarySchema,
  timeSeriesQuery,
  timeSeriesSchema,
  topEndpointsQuery,
  topEndpointsSchema,
} from './schemas.ts';
import type { MetricsServices } from './services.ts';
import { TrafficMetrics } from './traffic-metrics.ts';

const TOP_DEFAULT_LIMIT = 20;
const METRICS_PATH = '/api/v1/projects/{slug}/metrics';
const METRICS_ROUTE = {
  method: 'get' as const,
  tags: ['Metrics'],
  'x-extension': true,
  'x-area': 'metrics',
  'x-role': 'member',
};

const getSummary = createRoute({
  ...METRICS_ROUTE,
  path: `${METRICS_PATH}/summary`,
  operationId: 'getMetricsSummary',
  summary: 'Get requests, errors and durations, compared with the previous period',
  request: { params: slugParameters, query: summaryQuery },
  responses: createOperationResponses(200, summarySchema, 'The totals of both periods'),
});

const getTimeSeries = createRoute({
  ...METRICS_ROUTE,
  path: `${METRICS_PATH}/timeseries`,
  operationId: 'getMetricsTimeSeries',
  summary: 'Get requests, errors and durations over time',
  request: { params: slugParameters, query: timeSeriesQuery },
  responses: createOperationResponses(200, timeSeriesSchema, 'A point for every bucket, at most 1,500'),
});

const listTopEndpoints = createRoute({
  ...METRICS_ROUTE,
  path: `${METRICS_PATH}/top-endpoints`,
  operationId: 'listTopEndpoints',
  summary: 'List the endpoints with the most requests, the most errors or the longest durations',
  request: { params: slugParameters, query: topEndpointsQuery },
  responses: createOperationResponses(200, topEndpointsSchema, 'The endpoints, sorted as requested'),
});

const getEndpointMetrics = createRoute({
  ...METRICS_ROUTE,
  path: `${METRICS_PATH}/endpoints/{endpointId}`,
  operationId: 'getEndpointMetrics',
  summary: 'Get requests, durations and errors of one endpoint',
  request: { params: endpointParameters, query: summaryQuery },
  responses: createOperationResponses(200, endpointSchema, 'The totals of the endpoint'),
});

const listErrors = createRoute({
  ...METRICS_ROUTE,
  path: `${METRICS_PATH}/errors`,
  operationId: 'listErrors',
  summary: 'List the most frequent errors by endpoint, status and code',
  request: { params: slugParameters, query: errorsQuery },
  responses: createOperationResponses(
    200,
    errorsSchema,
    'The errors on the UTC days of the range, most frequent first',
  ),
});

export function addMetricsRoutes(app: App, { store, endpoints }: MetricsServices): void {
  const metrics = new TrafficMetrics(store, endpoints);

  app.openapi(getSummary, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { since, until, caller: clientKind, ...filter } = c.req.valid('query');
    const now = Date.now();
    return c.json(
      await metrics.summary(project.id, parsePeriod({ since, until }, now), { ...filter, clientKind }, now),
      200,
    );
  });

  app.openapi(getTimeSeries, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const {
      since,
      until,
      interval = 'auto',
      method,
      route,
      operationId,
      caller: clientKind,
      ...filter
    } = c.req.valid('query');
    const now = Date.now();
    const range = parsePeriod({ since, until }, now);
    const endpoint = await readEndpoint(metrics, project.id, { method, route, operationId });
    return c.json(await metrics.timeSeries(project.id, range, interval, { ...filter, clientKind, endpoint }, now), 200);
  });

  app.openapi(listTopEndpoints, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const {
      since,
      until,
      sort = 'requests',
      limit = TOP_DEFAULT_LIMIT,
      caller: clientKind,
      ...filter
    } = c.req.valid('query');
    const now = Date.now();
    const range = parsePeriod({ since, until }, now);
    return c.json(
      await metrics.topEndpoints(project.id, range, { sort, limit, filter: { ...filter, clientKind } }, now),
      200,
    );
  });

  app.openapi(getEndpointMetrics, async (c) => {
    const { slug, endpointId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const { since, until, caller: clientKind, ...filter } = c.req.valid('query');
    const now = Date.now();
    const range = parsePeriod({ since, until }, now);
    const endpoint = await metrics.endpoint(project.id, endpointId, range, { ...filter, clientKind }, now);
    if (!endpoint) throw createNotFoundError('endpoint', endpointId);
    return c.json(endpoint, 200);
  });

  app.openapi(listErrors, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { since, until, limit = LIST_DEFAULT_LIMIT } = c.req.valid('query');
    return c.json(await metrics.errors(project.id, parsePeriod({ since, until }, Date.now()), limit), 200);
  });
}

/**
 * Returns the endpoint that a query selects; undefined if the query selects no endpoint.
 * @throws HttpError
 */
async function readEndpoint(
  metrics: TrafficMetrics,
  projectId: string,
  { method, route, operationId }: { [name in 'method' | 'route' | 'operationId']: string | undefined },
): Promise<EndpointName | undefined> {
  const isNamed = method !== undefined && route !== undefined;
  if ((method === undefined) !== (route === undefined) || (isNamed && operationId !== undefined)) {
    const message = 'requires route, and neither is allowed with operationId: an endpoint is a method and a route';
    throw createInvalidRequestError([{ where: 'query.method', message }]);
  }
  if (isNamed) return { method: method.toUpperCase(), route };
  if (operationId === undefined) return undefined;
  const endpoint = await metrics.findEndpoint(projectId, operationId);
  if (endpoint) return endpoint;
  const message = `"${operationId}" is not an operation of the project's OpenAPI document`;
  throw createInvalidRequestError([{ where: 'query.operationId', message }]);
}
