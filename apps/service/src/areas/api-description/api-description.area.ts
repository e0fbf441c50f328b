import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { API_DESCRIPTION_MIGRATIONS } from './migrations.ts';
import { createSqlApiDescriptions } from './sql.ts';
import type { ApiDescriptionPorts } from './store.ts';
import { API_DESCRIPTION_TABLES } from './tables.ts';

export const apiDescriptionArea = defineArea({
  name: 'api-description',
  migrations: API_DESCRIPTION_MIGRATIONS,
  tables: API_DESCRIPTION_TABLES,
  auditActions: ['api-description.update', 'api-description.delete'],
  auditTargets: {
    'api-description': {
      // The hash covers the hash of the text, because hashing a large text again would delay other requests.
      async read({ apiDescriptions }: ApiDescriptionPorts, projectId: string) {
        const { text: _text, ...description } = (await apiDescriptions.get(projectId)) ?? {};
        return 'sha256' in description ? description : undefined;
      },
    },
  },
  createPorts: ({ sql }: SqlContext): ApiDescriptionPorts => ({ apiDescriptions: createSqlApiDescriptions(sql) }),
  reads: {
    apiDescriptions: { get: 'quick', sha256: 'quick', last: 'quick', lastText: 'quick', unindexed: 'quick' },
  },
  load: async () => (await import('./interface.ts')).apiDescriptionInterface,
});
