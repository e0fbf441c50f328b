import { defineInterface, type JobContext } from '../../platform/area.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';
import { registerTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import { MAX_BATCH_BYTES } from '../logs/ingest-limits.ts';
import { createApiDescriptionCommand } from './commands.ts';
import { getEndpoint } from './get-endpoint-tool.ts';
import { getOperation } from './get-operation-tool.ts';
import { indexOperations } from './index-operations.ts';
import { addApiDescriptionRoutes } from './routes.ts';
import { searchEndpoints } from './search-endpoints-tool.ts';
import type { ApiDescriptionServices } from './services.ts';
import type { ApiDescriptionPorts } from './store.ts';

const USAGE = 'For requests and responses, call search_endpoints, then get_endpoint or get_operation.';

export const apiDescriptionInterface = defineInterface({
  bodies: [{ path: /\/api-description$/, maxSize: MAX_BATCH_BYTES }],
  addRoutes: (app, services: ApiDescriptionServices) => addApiDescriptionRoutes(app, services),
  listTools: ({ openapiDocuments }: ApiDescriptionServices, viewer: McpViewer) => [
    registerTool(searchEndpoints(openapiDocuments, viewer), { usage: USAGE }),
    registerTool(getEndpoint(openapiDocuments, viewer), { usage: USAGE }),
    registerTool(getOperation(openapiDocuments, viewer), { usage: USAGE }),
  ],
  startJobs: (services: ApiDescriptionServices, context: JobContext) => [indexOperations(services, context)],
  createCommands: (cli: CliContext<PlatformPorts & ApiDescriptionPorts>) => [createApiDescriptionCommand(cli)],
});
