import { z } from 'zod';
import type { Descriptions } from '../../parsing/descriptions.ts';
import { lookUp } from '../described-api.ts';
import { dataOf, operationOutput, textOf } from '../operation-output.ts';
import { project } from '../select-project.ts';
import type { Tool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';
import type { Viewer } from '../viewer.ts';

const input = z.strictObject({
  path: z.string().min(1).max(1_000).describe('As /pets/{petId}, or filled in, as /pets/7'),
  method: z.string().max(16).optional().describe('Such as GET; without it, all operations of the path'),
  project,
});

const output = z.object({ project: z.string(), operations: z.array(operationOutput) });

/** Shows what can be done at a path. */
export function getEndpoint(descriptions: Descriptions, viewer: Viewer): Tool<typeof input, typeof output> {
  return {
    name: 'get_endpoint',
    title: 'Look an endpoint up',
    description:
      "Gets the operations of one path of the project's API: parameters, request body, status codes, schemas, examples.",
    input,
    output,
    async run({ path, method, project: slug }) {
      const { project: chosen, result } = await lookUp(descriptions, viewer, slug, 'endpoint', { path, method });
      const { operations, methods } = result;
      if (methods.length === 0) {
        const near = result.near.map((each) => `${each.method} ${each.path}`);
        const hint = near.length > 0 ? `; near it: ${near.join(', ')}` : ': find one with search_endpoints';
        throw new ToolError(`the API of ${chosen.slug} has no path "${path}"${hint}`);
      }
      if (operations.length === 0) throw new ToolError(`"${path}" has no ${method}; it has ${methods.join(', ')}`);
      return {
        data: { project: chosen.slug, operations: operations.map(dataOf) },
        text: operations.map(textOf).join('\n\n---\n\n'),
      };
    },
  };
}
