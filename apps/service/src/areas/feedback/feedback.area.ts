import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { FEEDBACK_MIGRATIONS } from './migrations.ts';
import { createSqlFeedback } from './sql.ts';
import type { FeedbackPorts } from './store.ts';
import { FEEDBACK_TABLES } from './tables.ts';

export const feedbackArea = defineArea({
  name: 'feedback',
  migrations: FEEDBACK_MIGRATIONS,
  tables: FEEDBACK_TABLES,
  auditActions: ['feedback.update'],
  auditTargets: {
    feedback: {
      // The texts of the report are excluded from the audit entry, because the entry is kept after a user is erased.
      async read({ feedback }: FeedbackPorts, projectId: string, id: string) {
        const found = await feedback.get(projectId, id);
        return found && { id, status: found.status, note: found.note };
      },
      rowLock: { sql: 'UPDATE feedback SET id = id WHERE id = ? AND project_id = ?', byProject: true },
    },
  },
  createPorts: ({ sql }: SqlContext): FeedbackPorts => ({ feedback: createSqlFeedback(sql) }),
  reads: { feedback: { get: 'quick', list: 'slow', summary: 'slow' } },
  load: async () => (await import('./interface.ts')).feedbackInterface,
});
