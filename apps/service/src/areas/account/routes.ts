import { createRoute } from '@hono/zod-openapi';
import type { App } from '../../platform/access/request-environment.ts';
import { noQuery } from '../../platform/http/common-schemas.ts';
import { createOperationResponses } from '../../platform/http/error-responses.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { accountSchema } from './schemas.ts';

const getAccount = createRoute({
  method: 'get',
  path: '/api/v1/account',
  operationId: 'getAccount',
  tags: ['Account'],
  'x-area': 'account',
  'x-extension': true,
  summary: 'Get the owner of the API key and its projects',
  request: { query: noQuery },
  responses: createOperationResponses(200, accountSchema, 'The user, the key and the projects that it has access to'),
});

export function addAccountRoutes(app: App, { store }: { readonly store: AreaStore }): void {
  app.openapi(getAccount, async (c) => {
    const account = await store.accounts.account(c.get('principal').keyId);
    if (!account) throw new Error('the account of an authenticated key does not exist');
    return c.json({ ...account, projects: [...account.projects] }, 200);
  });
}
