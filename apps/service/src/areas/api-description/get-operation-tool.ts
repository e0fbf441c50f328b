import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import { lookUp } from './described-api.ts';
import type { OpenapiDocuments } from './openapi-documents.ts';
import { operationOutput, renderOperation, toOutput } from './operation-output.ts';

const input = z.strictObject({
  operationId: z.string().min(1).max(500).describe('Operation id, as returned by search_endpoints'),
  project,
});

const output = z.object({ project: z.string(), operation: operationOutput });

/** Creates the tool that describes one operation by its id. */
export function getOperation(
  openapiDocuments: OpenapiDocuments,
  viewer: McpViewer,
): McpTool<typeof input, typeof output> {
  return {
    name: 'get_operation',
    title: 'Get an operation',
    description:
      "Returns one operation of the project's API by its operationId: parameters, request body, status codes, schemas, examples.",
    input,
    output,
    async run({ operationId, project: slug }) {
      const { project: chosen, result } = await lookUp(openapiDocuments, viewer, slug, 'operation', { operationId });
      const { operation } = result;
      if (!operation) {
        const nearOperationIds = result.near.map((each) => each.operationId).filter((each) => each !== undefined);
        const hint =
          nearOperationIds.length > 0
            ? `; similar: ${nearOperationIds.join(', ')}`
            : ': find operations with search_endpoints';
        throw new ToolError(`the API of ${chosen.slug} has no operation "${operationId}"${hint}`);
      }
      const operationView = toOutput(operation);
      return { data: { project: chosen.slug, operation: operationView }, text: renderOperation(operationView) };
    },
  };
}
