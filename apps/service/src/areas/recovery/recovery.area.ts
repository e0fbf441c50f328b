import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import type { LogStorage } from '../logs/log-storage.ts';
import { RECOVERY_MIGRATIONS } from './migrations.ts';
import { createFindRecovered } from './recovery-condition.ts';
import { createSqlHints } from './sql.ts';
import type { RecoveryPorts } from './store.ts';
import { RECOVERY_TABLES } from './tables.ts';

export const recoveryArea = defineArea({
  name: 'recovery',
  migrations: RECOVERY_MIGRATIONS,
  tables: RECOVERY_TABLES,
  auditActions: ['hint.create', 'hint.update', 'hint.delete'],
  auditTargets: {
    hint: { read: ({ hints }: RecoveryPorts, projectId: string, id: string) => hints.get(projectId, id) },
  },
  createPorts: ({ sql, dialect }: SqlContext, { logStorage }: { readonly logStorage: LogStorage }): RecoveryPorts => ({
    hints: createSqlHints(sql, logStorage, createFindRecovered(sql, logStorage, dialect.listTexts)),
  }),
  reads: {
    hints: {
      get: 'quick',
      list: 'quick',
      all: 'quick',
      version: 'quick',
      deliveries: 'slow',
      listUserDeliveries: 'slow',
      outcomes: 'stream',
    },
  },
  load: async () => (await import('./interface.ts')).recoveryInterface,
});
