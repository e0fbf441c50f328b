import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { CONTEXT_MIGRATIONS } from './migrations.ts';
import { indexAllItems } from './reindex-sql.ts';
import { createSqlContextItems, readItemBytes } from './sql.ts';
import type { ContextPorts } from './store.ts';
import { CONTEXT_TABLES } from './tables.ts';

export const contextArea = defineArea({
  name: 'context',
  migrations: CONTEXT_MIGRATIONS,
  tables: CONTEXT_TABLES,
  auditActions: ['context-item.create', 'context-item.update', 'context-item.delete'],
  auditTargets: {
    'context-item': {
      read: ({ contextItems }: ContextPorts, projectId: string, id: string) => contextItems.get(projectId, id),
      rowLock: { sql: 'UPDATE context_items SET id = id WHERE id = ?' },
    },
  },
  createPorts: (context: SqlContext): ContextPorts => ({ contextItems: createSqlContextItems(context) }),
  reads: { contextItems: { list: 'quick', get: 'quick', search: 'slow' } },
  readProjectSize: readItemBytes,
  finishRestore: indexAllItems,
  load: async () => (await import('./interface.ts')).contextInterface,
});
