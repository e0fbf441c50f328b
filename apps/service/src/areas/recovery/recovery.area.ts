import { defineArea } from '../../platform/area.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { explainError } from './explain-error-tool.ts';
import { RECOVERY_MIGRATIONS } from './migrations.ts';
import { addRecoveryRoutes } from './routes.ts';
import type { RecoveryServices } from './services.ts';
import { RECOVERY_TABLES } from './tables.ts';

export const recoveryArea = defineArea({
  name: 'recovery',
  migrations: RECOVERY_MIGRATIONS,
  tables: RECOVERY_TABLES,
  auditActions: ['hint.create', 'hint.update', 'hint.delete'],
  addRoutes: (app, services: RecoveryServices) => addRecoveryRoutes(app, services),
  listTools: ({ recovery }: RecoveryServices, viewer: McpViewer) => [
    registerTool(explainError(recovery, viewer), { usage: 'After an error response of the API, call explain_error.' }),
  ],
});
