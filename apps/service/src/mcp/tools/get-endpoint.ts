import { z } from 'zod';
import { type Catalogs, operationsAt, operationView } from '../../api-description/index.ts';
import { project } from '../chosen-project.ts';
import { describedApi } from '../described-api.ts';
import { dataOf, operationOutput, textOf } from '../operation-output.ts';
import type { Tool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';
import type { Viewer } from '../viewer.ts';

/** Endpoints that a message proposes. */
const PROPOSED = 5;

const input = z.strictObject({
  path: z.string().min(1).max(1_000).describe('As /pets/{petId}, or filled in, as /pets/7'),
  method: z.string().max(16).optional().describe('Such as GET; without it, all operations of the path'),
  project,
});

const output = z.object({ project: z.string(), operations: z.array(operationOutput) });

/** Shows what can be done at a path. */
export function getEndpoint(catalogs: Catalogs, viewer: Viewer): Tool<typeof input, typeof output> {
  return {
    name: 'get_endpoint',
    title: 'Look an endpoint up',
    description:
      "Gets the operations of one path of the project's API: parameters, request body, status codes, schemas, examples.",
    input,
    output,
    async run({ path, method, project: slug }) {
      const { project: chosen, catalog } = await describedApi(catalogs, viewer, slug);
      const there = operationsAt(catalog.operations, path);
      if (there.length === 0) {
        const near = catalog.index.find(path, PROPOSED).map(({ operation }) => `${operation.method} ${operation.path}`);
        const hint = near.length > 0 ? `; near it: ${near.join(', ')}` : ': find one with search_endpoints';
        throw new ToolError(`the API of ${chosen.slug} has no path "${path}"${hint}`);
      }
      const asked = there.filter((each) => method === undefined || each.method === method.toUpperCase());
      if (asked.length === 0) {
        throw new ToolError(`"${path}" has no ${method}; it has ${there.map((each) => each.method).join(', ')}`);
      }
      const views = asked.map((operation) => operationView(catalog.document, operation));
      return {
        data: { project: chosen.slug, operations: views.map(dataOf) },
        text: views.map(textOf).join('\n\n---\n\n'),
      };
    },
  };
}
