import { isWithinDepth, MAX_JSON_DEPTH } from '@context-sync/redaction';
import { z } from 'zod';

/** Version of the Arazzo specification in which use cases are exported: https://spec.openapis.org/arazzo/v1.1.0.html */
export const ARAZZO_VERSION = '1.1.0';
const MAX_STEPS = 20;
const MAX_ENTRIES = 50;
const MAX_EXPRESSION_CHARS = 2_000;
const MAX_TITLE_CHARS = 120;
const MAX_TEXT_CHARS = 4_000;
const MAX_WORKFLOW_CHARS = 65_536;

/** Returns the schema of an object of the specification. The object can also have properties that begin with `x-`. */
function createSpecifiedObject<const Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).superRefine((value, context) => {
    for (const name of Object.keys(value)) {
      if (name in shape || name.startsWith('x-')) continue;
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'is not a property of Arazzo 1.1 that is supported here',
      });
    }
  });
}

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must have 1 to 64 letters, digits, "_" or "-"');
const expression = z.string().min(1).max(MAX_EXPRESSION_CHARS);
const description = z.string().max(MAX_TEXT_CHARS).optional();
const anyValue = z.unknown().refine(isWithinDepth, `must not be nested deeper than ${MAX_JSON_DEPTH} levels`);
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_ENTRIES).optional();

const expressionType = createSpecifiedObject({
  type: z.enum(['jsonpath', 'xpath', 'jsonpointer']),
  version: z.string().max(64),
});
const criterion = createSpecifiedObject({
  context: expression.optional(),
  condition: expression,
  type: z.union([z.enum(['simple', 'regex', 'jsonpath', 'xpath']), expressionType]).optional(),
}).refine(({ type, context }) => type === undefined || context !== undefined, 'needs a context, because it has a type');
const parameter = createSpecifiedObject({
  name: z.string().min(1).max(256),
  in: z.enum(['path', 'query', 'querystring', 'header', 'cookie']).optional(),
  value: anyValue,
});
const outputs = z
  .record(
    z.string().regex(/^[a-zA-Z0-9._-]{1,64}$/),
    z.union([
      expression,
      createSpecifiedObject({ context: expression, selector: expression, type: z.union([z.string(), expressionType]) }),
    ]),
  )
  .optional();
const target = { workflowId: z.string().max(256).optional(), stepId: id.optional(), parameters: listOf(parameter) };
const successAction = createSpecifiedObject({
  name: z.string().min(1).max(256),
  type: z.enum(['end', 'goto']),
  ...target,
  criteria: listOf(criterion),
});
const failureAction = createSpecifiedObject({
  name: z.string().min(1).max(256),
  type: z.enum(['end', 'retry', 'goto']),
  ...target,
  retryAfter: z.number().min(0).optional(),
  retryLimit: z.int().min(0).optional(),
  criteria: listOf(criterion),
});
const requestBody = createSpecifiedObject({
  contentType: z.string().max(256).optional(),
  payload: anyValue.optional(),
  replacements: listOf(
    createSpecifiedObject({ target: expression, targetSelectorType: z.unknown().optional(), value: anyValue }),
  ),
});

const step = createSpecifiedObject({
  stepId: id,
  description,
  operationId: z.string().min(1).max(256).optional(),
  operationPath: z.string().min(1).max(2_048).optional(),
  workflowId: z.string().min(1).max(256).optional(),
  timeout: z.int().min(0).optional(),
  dependsOn: listOf(z.string().max(256)),
  parameters: listOf(parameter),
  requestBody: requestBody.optional(),
  successCriteria: listOf(criterion),
  onSuccess: listOf(successAction),
  onFailure: listOf(failureAction),
  outputs,
}).refine(
  ({ operationId, operationPath, workflowId }) =>
    [operationId, operationPath, workflowId].filter((each) => each !== undefined).length === 1,
  'must have one of operationId, operationPath and workflowId',
);

/** A workflow of Arazzo 1.1 whose steps call operations of one OpenAPI document or other workflows. References to components must be resolved. */
export const workflowSchema = createSpecifiedObject({
  workflowId: id,
  summary: z.string().trim().min(1).max(MAX_TITLE_CHARS),
  description,
  inputs: z.looseObject({}).refine(isWithinDepth, `must not be nested deeper than ${MAX_JSON_DEPTH} levels`).optional(),
  dependsOn: listOf(z.string().max(256)),
  steps: z.array(step).min(1).max(MAX_STEPS),
  successActions: listOf(successAction),
  failureActions: listOf(failureAction),
  outputs,
  parameters: listOf(parameter),
}).superRefine((workflow, context) => {
  const stepIds = workflow.steps.map(({ stepId }) => stepId);
  for (const [index, { stepId, onSuccess = [], onFailure = [] }] of workflow.steps.entries()) {
    if (stepIds.indexOf(stepId) !== index)
      context.addIssue({ code: 'custom', path: ['steps', index, 'stepId'], message: 'is the id of another step' });
    for (const [name, actions] of Object.entries({ onSuccess, onFailure })) {
      for (const [place, action] of actions.entries()) {
        if (action.stepId === undefined || stepIds.includes(action.stepId)) continue;
        const path = ['steps', index, name, place, 'stepId'];
        context.addIssue({ code: 'custom', path, message: 'is not the id of a step of the workflow' });
      }
    }
  }
  if (isWithinDepth(workflow) && JSON.stringify(workflow).length > MAX_WORKFLOW_CHARS)
    context.addIssue({ code: 'custom', message: `must have at most ${MAX_WORKFLOW_CHARS} characters as JSON` });
});
export type Workflow = z.output<typeof workflowSchema>;
export type WorkflowStep = Workflow['steps'][number];
