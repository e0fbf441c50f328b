import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { USE_CASE_MIGRATIONS } from './migrations.ts';
import { createSqlUseCases, indexAllUseCases } from './sql.ts';
import type { UseCasePorts } from './store.ts';
import { USE_CASE_TABLES } from './tables.ts';

export const useCasesArea = defineArea({
  name: 'use-cases',
  migrations: USE_CASE_MIGRATIONS,
  tables: USE_CASE_TABLES,
  auditActions: [
    'use-case.create',
    'use-case.update',
    'use-case.delete',
    'use-case-order.update',
    'use-case-import.update',
  ],
  auditTargets: {
    'use-case': { read: ({ useCases }: UseCasePorts, projectId: string, id: string) => useCases.get(projectId, id) },
    'use-case-order': { read: ({ useCases }: UseCasePorts, projectId: string) => useCases.order(projectId) },
    'use-case-import': {
      read: async ({ useCases }: UseCasePorts, projectId: string) =>
        (await useCases.list(projectId)).map(({ id, etag }) => ({ id, etag })),
    },
  },
  createPorts: ({ sql }: SqlContext): UseCasePorts => ({ useCases: createSqlUseCases(sql) }),
  reads: { useCases: { list: 'quick', get: 'quick', order: 'quick', version: 'quick' } },
  finishRestore: indexAllUseCases,
  load: async () => (await import('./interface.ts')).useCasesInterface,
});
