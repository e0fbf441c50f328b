import { createRoute, z } from '@hono/zod-openapi';
import { ALL_PROJECTS_KEY_MARKER } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { noQuery } from '../../platform/http/common-schemas.ts';
import { createErrorResponses, createOperationResponses } from '../../platform/http/error-responses.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { sessionParameters, sessionSchema } from './schemas.ts';

const SESSIONS_PATH = '/api/v1/account/sessions';
const SESSIONS_ROUTE = {
  tags: ['Account'],
  'x-extension': true,
  'x-area': 'account',
  ...ALL_PROJECTS_KEY_MARKER,
};

const listSessions = createRoute({
  ...SESSIONS_ROUTE,
  method: 'get',
  path: SESSIONS_PATH,
  operationId: 'listSessions',
  summary: 'List the browsers in which the account is signed in',
  request: { query: noQuery },
  responses: createOperationResponses(
    200,
    z.object({ sessions: z.array(sessionSchema) }),
    'The active sessions, newest first',
  ),
});

const deleteSession = createRoute({
  ...SESSIONS_ROUTE,
  method: 'delete',
  path: `${SESSIONS_PATH}/{sessionId}`,
  operationId: 'deleteSession',
  ...createAuditMarker('session.revoke'),
  summary: 'Sign a browser out',
  request: { params: sessionParameters, query: noQuery },
  responses: { 204: { description: 'Signed out' }, ...createErrorResponses() },
});

const deleteSessions = createRoute({
  ...SESSIONS_ROUTE,
  method: 'delete',
  path: SESSIONS_PATH,
  operationId: 'deleteSessions',
  ...createAuditMarker('session.revoke'),
  summary: 'Sign all browsers out',
  request: { query: noQuery },
  responses: { 204: { description: 'Signed out' }, ...createErrorResponses() },
});

export function addSessionRoutes(app: App, { store }: { readonly store: AreaStore }): void {
  app.openapi(listSessions, async (c) => {
    const sessions = await store.sessions.list(c.get('principal').userId);
    return c.json({ sessions: sessions.map(({ userId: _userId, ...session }) => session) }, 200);
  });

  app.openapi(deleteSession, async (c) => {
    const { sessionId } = c.req.valid('param');
    const { userId } = c.get('principal');
    const isRevoked = await store.transaction((operations) =>
      auditChange(c, operations, { action: 'session.revoke', target: sessionId }, () =>
        operations.sessions.revoke(userId, sessionId),
      ),
    );
    if (!isRevoked) throw createNotFoundError('session', sessionId);
    return c.body(null, 204);
  });

  app.openapi(deleteSessions, async (c) => {
    const { userId } = c.get('principal');
    await store.transaction(async (operations) => {
      for (const { id } of await operations.sessions.list(userId)) {
        await auditChange(c, operations, { action: 'session.revoke', target: id }, () =>
          operations.sessions.revoke(userId, id),
        );
      }
    });
    return c.body(null, 204);
  });
}
