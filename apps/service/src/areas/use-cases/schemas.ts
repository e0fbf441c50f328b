import { z } from '@hono/zod-openapi';
import { slugParameters } from '../../platform/http/common-schemas.ts';
import { createReadOnlyProperties } from '../../platform/http/read-only-properties.ts';
import { workflowSchema } from './arazzo.ts';
import { MAX_USE_CASES } from './store.ts';

/** Schema of a workflow for the OpenAPI document. The service validates more than this schema describes. */
const workflow = workflowSchema
  .openapi({ type: 'object' })
  .describe(
    'A workflow of Arazzo 1.1. `summary` is the title and `description` the goal. References to components are only possible in an import',
  );

export const useCaseInputSchema = z
  .strictObject({
    workflow,
    public: z
      .boolean()
      .default(false)
      .describe('Whether the use case is shown to people and programs that are not members'),
  })
  .meta({ id: 'UseCaseInput' });

/** The properties of a use case that only the service sets. */
export const READ_ONLY_USE_CASE_PROPERTIES = [
  'id',
  'title',
  'goal',
  'etag',
  'createdAt',
  'updatedAt',
  'steps',
  'problems',
] as const;
/** The body of a request that replaces a use case. */
export const useCaseBodySchema = z
  .strictObject({
    ...useCaseInputSchema.shape,
    ...createReadOnlyProperties(READ_ONLY_USE_CASE_PROPERTIES),
  })
  .meta({ id: 'UseCaseReplacement' });

const step = z.object({
  stepId: z.string(),
  description: z.string(),
  operation: z
    .object({ method: z.string(), route: z.string(), operationId: z.string().nullable() })
    .nullable()
    .describe(
      'Null for a step that runs another workflow, and for an operation that the OpenAPI document does not contain',
    ),
  endpointId: z.string().nullable().describe('Endpoint that counts the requests to the operation'),
  workflowId: z.string().nullable().describe('Id of the workflow that the step runs instead of an operation'),
});

const summaryProperties = {
  id: z.string(),
  title: z.string(),
  goal: z.string(),
  public: z.boolean(),
  etag: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  steps: z.array(step),
  problems: z.array(z.string()).describe('Steps whose operation is not in the OpenAPI document'),
};

export const useCaseSchema = z
  .object({
    ...summaryProperties,
    workflow: z.looseObject({ workflowId: z.string() }).describe('The workflow of Arazzo 1.1'),
  })
  .meta({ id: 'UseCase' });
export const useCaseSummarySchema = z
  .object({ ...summaryProperties, workflowId: z.string() })
  .meta({ id: 'UseCaseSummary' });

export const orderSchema = z
  .strictObject({
    ids: z
      .array(z.string())
      .max(MAX_USE_CASES)
      .describe(
        'Ids of use cases, or of their workflows. Use cases that are not listed follow in their previous order',
      ),
  })
  .meta({ id: 'UseCaseOrder' });

export const skillSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    markdown: z.string().describe('The whole file, in the format of `SKILL.md`'),
  })
  .meta({ id: 'Skill' });

export const importResultSchema = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    ids: z.array(z.string()).describe('Ids of the use cases, in the order of the document'),
  })
  .meta({ id: 'UseCaseImport' });

export const useCaseParameters = slugParameters.extend({
  useCaseId: z.string().openapi({ description: 'Id of the use case' }),
});
