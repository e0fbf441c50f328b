import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import type { LogStorage } from '../logs/log-storage.ts';
import { createSqlErasures, type ErasedCounts } from './erasures-sql.ts';
import { USER_MIGRATIONS } from './migrations.ts';
import { createSqlUserRecords } from './sql.ts';
import type { UserPorts } from './store.ts';
import { USER_TABLES } from './tables.ts';

export const usersArea = defineArea({
  name: 'users',
  migrations: USER_MIGRATIONS,
  tables: USER_TABLES,
  auditActions: ['risk-thresholds.update', 'user.update', 'user.erase'],
  auditTargets: {
    'risk-thresholds': { read: ({ users }: UserPorts, projectId: string) => users.thresholds(projectId) },
    user: {
      // The name and the note are excluded from the hash, because the audit entry is kept after the user is erased, and short texts can be guessed from a hash.
      async read({ users }: UserPorts, projectId: string, id: string) {
        const user = await users.get(projectId, id);
        return user && { id, ignored: user.ignored, snoozedUntil: user.snoozedUntil };
      },
      rowLock: { sql: 'UPDATE callers SET id = id WHERE id = ? AND project_id = ?', byProject: true },
    },
  },
  createPorts: (
    { sql }: SqlContext,
    { logStorage, erasedCounts }: { readonly logStorage: LogStorage; readonly erasedCounts: ErasedCounts },
  ): UserPorts => ({
    users: createSqlUserRecords(sql),
    erasures: createSqlErasures(sql, logStorage, erasedCounts),
  }),
  reads: {
    users: {
      get: 'quick',
      list: 'slow',
      days: 'slow',
      histories: 'slow',
      thresholds: 'quick',
      hasUnknownSpellings: 'slow',
    },
    erasures: { get: 'quick', addresses: 'slow', unfinished: 'slow' },
  },
  load: async () => (await import('./interface.ts')).usersInterface,
});
