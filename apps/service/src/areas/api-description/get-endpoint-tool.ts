import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import { lookUp } from './described-api.ts';
import type { OpenapiDocuments } from './openapi-documents.ts';
import { formatOperationName, operationOutput, renderOperation, toOutput } from './operation-output.ts';

const input = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(1_000)
    .describe('Path template such as /pets/{petId}, a path with values such as /pets/7, or the name of a webhook'),
  method: z.string().max(16).optional().describe('HTTP method such as GET; omit it for all operations of the path'),
  project,
});

const output = z.object({ project: z.string(), operations: z.array(operationOutput) });

/** Creates the tool that describes the operations of a path. */
export function getEndpoint(
  openapiDocuments: OpenapiDocuments,
  viewer: McpViewer,
): McpTool<typeof input, typeof output> {
  return {
    name: 'get_endpoint',
    title: 'Get an endpoint',
    description:
      "Returns the operations of one path of the project's API: parameters, request body, status codes, schemas, examples.",
    input,
    output,
    async run({ path, method, project: slug }) {
      const { project: chosen, result } = await lookUp(openapiDocuments, viewer, slug, 'endpoint', { path, method });
      const { operations, methods } = result;
      if (methods.length === 0) {
        const nearOperations = result.near.map(formatOperationName);
        const hint =
          nearOperations.length > 0
            ? `; similar: ${nearOperations.join(', ')}`
            : ': find endpoints with search_endpoints';
        throw new ToolError(`the API of ${chosen.slug} has no path "${path}"${hint}`);
      }
      if (operations.length === 0)
        throw new ToolError(`"${path}" does not support ${method}; supported: ${methods.join(', ')}`);
      const outputs = operations.map(toOutput);
      return {
        data: { project: chosen.slug, operations: outputs },
        text: outputs.map(renderOperation).join('\n\n---\n\n'),
      };
    },
  };
}
