import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { SIGN_IN_MIGRATIONS } from './migrations.ts';
import { createSqlOpenIdIdentities, createSqlPasskeys } from './sql.ts';
import type { SignInPorts } from './store.ts';
import { SIGN_IN_TABLES } from './tables.ts';

/** How members sign in with a browser. */
export const signInArea = defineArea({
  name: 'sign-in',
  migrations: SIGN_IN_MIGRATIONS,
  tables: SIGN_IN_TABLES,
  auditActions: ['session.create', 'session.revoke', 'sign-in-link.issue', 'passkey.create', 'passkey.delete'],
  createPorts: ({ sql }: SqlContext): SignInPorts => ({
    passkeys: createSqlPasskeys(sql),
    openIdIdentities: createSqlOpenIdIdentities(sql),
  }),
  reads: { passkeys: { list: 'quick', find: 'quick' }, openIdIdentities: { find: 'quick' } },
  load: async () => (await import('./interface.ts')).signInInterface,
});
