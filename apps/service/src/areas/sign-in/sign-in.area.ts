import { defineArea } from '../../platform/area.ts';
import { SIGN_IN_MIGRATIONS } from './migrations.ts';
import { SIGN_IN_TABLES } from './tables.ts';

/** How members sign in with a browser. */
export const signInArea = defineArea({
  name: 'sign-in',
  migrations: SIGN_IN_MIGRATIONS,
  tables: SIGN_IN_TABLES,
  auditActions: ['session.create', 'session.revoke', 'sign-in-link.issue'],
  load: async () => (await import('./interface.ts')).signInInterface,
});
