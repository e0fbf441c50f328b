import { z } from 'zod';
import { type Catalogs, operationView } from '../../api-description/index.ts';
import { project } from '../chosen-project.ts';
import { describedApi } from '../described-api.ts';
import { dataOf, operationOutput, textOf } from '../operation-output.ts';
import type { Tool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';
import type { Viewer } from '../viewer.ts';

/** Operations that a message proposes. */
const PROPOSED = 5;

const input = z.strictObject({
  operationId: z.string().min(1).max(500).describe('As search_endpoints gives it'),
  project,
});

const output = z.object({ project: z.string(), operation: operationOutput });

/** Shows one operation, by its name. */
export function getOperation(catalogs: Catalogs, viewer: Viewer): Tool<typeof input, typeof output> {
  return {
    name: 'get_operation',
    title: 'Look an operation up',
    description:
      "Gets one operation of the project's API by its operationId: parameters, request body, status codes, schemas, examples.",
    input,
    output,
    async run({ operationId, project: slug }) {
      const { project: chosen, catalog } = await describedApi(catalogs, viewer, slug);
      const operation = catalog.operations.find((each) => each.operationId === operationId);
      if (!operation) {
        const near = catalog.index
          .find(operationId, PROPOSED)
          .map(({ operation: each }) => each.operationId)
          .filter((each) => each !== undefined);
        const hint = near.length > 0 ? `; near it: ${near.join(', ')}` : ': find one with search_endpoints';
        throw new ToolError(`the API of ${chosen.slug} has no operation "${operationId}"${hint}`);
      }
      const view = operationView(catalog.document, operation);
      return { data: { project: chosen.slug, operation: dataOf(view) }, text: textOf(view) };
    },
  };
}
