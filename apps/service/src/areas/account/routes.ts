import { createRoute } from '@hono/zod-openapi';
import { ALL_PROJECTS_KEY_MARKER } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { noQuery } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import type { AreaStore, PlatformPorts } from '../../platform/ports.ts';
import { accountChangesSchema, accountSchema, accountUserSchema } from './schemas.ts';

const ACCOUNT_ROUTE = { path: '/api/v1/account', tags: ['Account'], 'x-area': 'account', 'x-extension': true };

const getAccount = createRoute({
  ...ACCOUNT_ROUTE,
  method: 'get',
  operationId: 'getAccount',
  summary: 'Get the owner of the API key and its projects',
  request: { query: noQuery },
  responses: createOperationResponses(200, accountSchema, 'The user, the key and the projects that it has access to'),
});

const updateAccount = createRoute({
  ...ACCOUNT_ROUTE,
  method: 'patch',
  operationId: 'updateAccount',
  ...ALL_PROJECTS_KEY_MARKER,
  ...createAuditMarker('account.update'),
  summary: 'Change the name of the account',
  request: {
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: accountChangesSchema } } },
  },
  responses: createOperationResponses(200, accountUserSchema, 'The owner of the key', ...WRITE_ERROR_STATUSES),
});

export function addAccountRoutes(app: App, { store }: { readonly store: AreaStore }): void {
  app.openapi(getAccount, async (c) => {
    const account = await readAccount(store, c.get('principal').keyId);
    return c.json({ ...account, projects: [...account.projects] }, 200);
  });

  app.openapi(updateAccount, async (c) => {
    const { userId, keyId } = c.get('principal');
    const { name } = c.req.valid('json');
    const { user } = await store.transaction(async (operations) => {
      await auditChange(c, operations, { action: 'account.update', target: userId }, () =>
        operations.accounts.setName(userId, name.trim()),
      );
      return readAccount(operations, keyId);
    });
    return c.json(user, 200);
  });
}

async function readAccount({ accounts }: Pick<PlatformPorts, 'accounts'>, keyId: string) {
  const account = await accounts.account(keyId);
  if (!account) throw new Error('the account of an authenticated key does not exist');
  return account;
}
