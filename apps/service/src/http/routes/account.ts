import { createRoute } from '@hono/zod-openapi';
import type { App } from '../../access/environment.ts';
import { notFound } from '../../errors/errors.ts';
import { answers } from '../responses.ts';
import { accountSchema, noQuery } from '../schemas.ts';
import type { Services } from '../services.ts';

const getAccount = createRoute({
  method: 'get',
  path: '/api/v1/account',
  operationId: 'getAccount',
  tags: ['Account'],
  'x-extension': true,
  summary: 'Get the identity and access behind the API key',
  request: { query: noQuery },
  responses: answers(200, accountSchema, 'The user, the key and the projects that it reaches'),
});

export function accountRoutes(app: App, { store }: Services): void {
  app.openapi(getAccount, async (c) => {
    const account = await store.accounts.account(c.get('caller').keyId);
    if (!account) throw notFound();
    return c.json({ ...account, projects: [...account.projects] }, 200);
  });
}
