import { defineArea } from '../../platform/area.ts';

/** Backups, and the deletion of data whose lifetime has ended. The server starts the deletion job, because the job depends on the settings. */
export const maintenanceArea = defineArea({
  name: 'maintenance',
  auditActions: ['database.backup', 'database.restore', 'clock.confirm', 'logs.prune', 'audit.prune'],
  load: async () => (await import('./interface.ts')).maintenanceInterface,
});
