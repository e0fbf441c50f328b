import { createRoute } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../access/authenticate.ts';
import type { App } from '../../access/environment.ts';
import { notFound } from '../../errors/errors.ts';
import { minuteOf } from '../../store/traffic/delta.ts';
import { parsePeriod } from '../../traffic/period.ts';
import { listUsers, userDetail, userOf, userTimeSeries } from '../../traffic/user-reports.ts';
import { operationResponses, WRITE_ERROR_STATUSES } from '../responses.ts';
import { LIST_DEFAULT_LIMIT, noQuery, slugParameters } from '../schemas.ts';
import type { Services } from '../services.ts';
import {
  userChangesSchema,
  userDetailSchema,
  userParameters,
  userSchema,
  userSeriesQuery,
  userSeriesSchema,
  usersQuery,
  usersSchema,
} from '../user-schemas.ts';

const PATH = '/api/v1/projects/{slug}/users';
const COMMON = { tags: ['Users'], 'x-extension': true, 'x-area': 'users' };

const list = createRoute({
  ...COMMON,
  method: 'get',
  path: PATH,
  operationId: 'listUsers',
  summary: 'List the users of the API, or only those at risk',
  request: { params: slugParameters, query: usersQuery },
  responses: operationResponses(200, usersSchema, 'A page of users, highest first'),
});

const detail = createRoute({
  ...COMMON,
  method: 'get',
  path: `${PATH}/{userId}`,
  operationId: 'getUser',
  summary: 'Get one user with the last 30 days',
  request: { params: userParameters, query: noQuery },
  responses: operationResponses(200, userDetailSchema, 'The user'),
});

const series = createRoute({
  ...COMMON,
  method: 'get',
  path: `${PATH}/{userId}/timeseries`,
  operationId: 'getUserTimeSeries',
  summary: 'Get the requests of one user by day',
  request: { params: userParameters, query: userSeriesQuery },
  responses: operationResponses(200, userSeriesSchema, 'A point for every UTC day, at most 1,500'),
});

const update = createRoute({
  ...COMMON,
  method: 'patch',
  path: `${PATH}/{userId}`,
  operationId: 'updateUser',
  summary: 'Name, note, ignore or snooze a user',
  request: {
    params: userParameters,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: userChangesSchema } } },
  },
  responses: operationResponses(200, userSchema, 'The user', ...WRITE_ERROR_STATUSES),
});

export function userRoutes(app: App, { store }: Services): void {
  app.openapi(list, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { sort = 'requests', limit = LIST_DEFAULT_LIMIT, atRisk, ...query } = c.req.valid('query');
    const wanted = { ...query, sort, limit, atRisk: atRisk === 'true' };
    return c.json(await listUsers(store, project.id, wanted, Date.now()), 200);
  });

  app.openapi(detail, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const user = await userDetail(store, project.id, userId, Date.now());
    if (!user) throw notFound();
    return c.json(user, 200);
  });

  app.openapi(series, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const { since = '-30d', until } = c.req.valid('query');
    const points = await userTimeSeries(store, project.id, userId, parsePeriod({ since, until }, Date.now()));
    if (!points) throw notFound();
    return c.json(points, 200);
  });

  app.openapi(update, async (c) => {
    const { slug, userId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const { snoozedUntil, ...changes } = c.req.valid('json');
    const snooze =
      snoozedUntil === undefined ? {} : { snoozedUntil: snoozedUntil === null ? null : minuteOf(snoozedUntil) };
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const caller = await store.callers.update(project.id, userId, { ...given, ...snooze });
    if (!caller) throw notFound();
    return c.json(userOf(caller), 200);
  });
}
