import { createRoute } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { LIST_DEFAULT_LIMIT, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { parsePeriod } from '../../platform/time/metrics-period.ts';
import { getMinute } from '../../platform/time/minutes.ts';
import {
  erasureSchema,
  userChangesSchema,
  userDetailSchema,
  userParameters,
  userSchema,
  userSeriesQuery,
  userSeriesSchema,
  usersQuery,
  usersSchema,
} from './schemas.ts';
import type { UserServices } from './services.ts';
import { getUser, getUserDetail, getUserTimeSeries, listUsers } from './user-reports.ts';

const USERS_PATH = '/api/v1/projects/{slug}/users';
const USERS_ROUTE = { tags: ['Users'], 'x-extension': true, 'x-area': 'users' };

const listUsersRoute = createRoute({
  ...USERS_ROUTE,
  method: 'get',
  path: USERS_PATH,
  operationId: 'listUsers',
  'x-role': 'member',
  summary: 'List the users of the API, or only those at risk',
  request: { params: slugParameters, query: usersQuery },
  responses: createOperationResponses(200, usersSchema, 'A page of users, in descending order of the sort key'),
});

const detail = createRoute({
  ...USERS_ROUTE,
  method: 'get',
  path: `${USERS_PATH}/{userId}`,
  operationId: 'getUser',
  'x-role': 'member',
  summary: 'Get one user with the last 30 days, endpoints, errors and hints',
  request: { params: userParameters, query: noQuery },
  responses: createOperationResponses(200, userDetailSchema, 'The user'),
});

const series = createRoute({
  ...USERS_ROUTE,
  method: 'get',
  path: `${USERS_PATH}/{userId}/timeseries`,
  operationId: 'getUserTimeSeries',
  'x-role': 'member',
  summary: 'Get the requests of one user by day or hour',
  request: { params: userParameters, query: userSeriesQuery },
  responses: createOperationResponses(200, userSeriesSchema, 'A point for every bucket, at most 1,500'),
});

const update = createRoute({
  ...USERS_ROUTE,
  method: 'patch',
  path: `${USERS_PATH}/{userId}`,
  operationId: 'updateUser',
  'x-role': 'member',
  ...createAuditMarker('user.update'),
  summary: 'Update a user: set its name or note, ignore it, or snooze it',
  request: {
    params: userParameters,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: userChangesSchema } } },
  },
  responses: createOperationResponses(200, userSchema, 'The user', ...WRITE_ERROR_STATUSES),
});

const erase = createRoute({
  ...USERS_ROUTE,
  method: 'delete',
  path: `${USERS_PATH}/{userId}`,
  operationId: 'eraseUser',
  'x-role': 'owner',
  ...createAuditMarker('user.erase'),
  summary: 'Erase a user (audited)',
  description:
    'Starts a job that deletes the stored data, the daily counts and the hint deliveries of the user, and removes the email address from the logs. The logs stay, without a user. A repeated request returns the same job.',
  request: { params: userParameters, query: noQuery },
  responses: createOperationResponses(202, erasureSchema, 'The job'),
});

const erasure = createRoute({
  ...USERS_ROUTE,
  method: 'get',
  path: `${USERS_PATH}/{userId}/erasure`,
  operationId: 'getUserErasure',
  'x-role': 'member',
  summary: 'Get the progress of erasing a user',
  request: { params: userParameters, query: noQuery },
  responses: createOperationResponses(200, erasureSchema, 'The job'),
});

export function addUserRoutes(app: App, { store }: UserServices): void {
  app.openapi(listUsersRoute, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { sort = 'requests', limit = LIST_DEFAULT_LIMIT, atRisk, ...query } = c.req.valid('query');
    const filters = { ...query, sort, limit, atRisk: atRisk === 'true' };
    return c.json(await listUsers(store, project.id, filters, Date.now()), 200);
  });

  app.openapi(detail, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const user = await getUserDetail(store, project.id, userId, Date.now());
    if (!user) throw createNotFoundError('user', userId);
    return c.json(user, 200);
  });

  app.openapi(series, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const { interval = 'day', since = interval === 'day' ? '-30d' : '-7d', until } = c.req.valid('query');
    const period = parsePeriod({ since, until }, Date.now());
    const points = await getUserTimeSeries(store, project.id, userId, period, interval);
    if (!points) throw createNotFoundError('user', userId);
    return c.json(points, 200);
  });

  app.openapi(update, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const { snoozedUntil, ...changes } = c.req.valid('json');
    const snooze =
      snoozedUntil === undefined ? {} : { snoozedUntil: snoozedUntil === null ? null : getMinute(snoozedUntil) };
    const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    // The target is the user's id, which contains only a hash. So the audit entry can remain after the user is erased.
    const change = { action: 'user.update', project, target: userId } as const;
    const user = await store.transaction((operations) =>
      auditChange(c, operations, change, () =>
        operations.users.update(project.id, userId, { ...definedChanges, ...snooze }),
      ),
    );
    if (!user) throw createNotFoundError('user', userId);
    return c.json(getUser(user), 200);
  });

  app.openapi(erase, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const change = { action: 'user.erase', project, target: userId } as const;
    const job = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.erasures.request(project.id, userId)),
    );
    if (!job) throw createNotFoundError('user', userId);
    return c.json({ userId, ...job }, 202);
  });

  app.openapi(erasure, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const job = await store.erasures.get(project.id, userId);
    if (!job) throw createNotFoundError('erasure', userId);
    return c.json({ userId, ...job }, 200);
  });
}
