import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { OAUTH_MIGRATIONS } from './migrations.ts';
import { createSqlOAuth } from './sql.ts';
import type { OAuthPorts } from './store.ts';
import { OAUTH_TABLES } from './tables.ts';

export const oauthArea = defineArea({
  name: 'oauth',
  migrations: OAUTH_MIGRATIONS,
  tables: OAUTH_TABLES,
  auditActions: ['connection.create', 'connection.revoke'],
  auditTargets: {
    connection: {
      async read({ connections }: OAuthPorts, _projectId: string, id: string) {
        const { lastUsedAt: _lastUsedAt, ...connection } = (await connections.find(id)) ?? {};
        return 'id' in connection ? connection : undefined;
      },
    },
  },
  createPorts: ({ sql }: SqlContext): OAuthPorts => createSqlOAuth(sql),
  reads: {
    connections: { find: 'quick', findByToken: 'quick', list: 'quick' },
    authorizationRecords: { find: 'quick' },
  },
  load: async () => (await import('./interface.ts')).oauthInterface,
});
