import { getProperty } from '@context-sync/openapi';
import { z } from 'zod';
import { createInvalidRequestError, getDetails } from '../../platform/errors/invalid-request.ts';
import { ARAZZO_VERSION, type Workflow, workflowSchema } from './arazzo.ts';
import type { UseCase, UseCaseInput } from './store.ts';

/** Property of a workflow that defines whether it is public. */
const PUBLIC_PROPERTY = 'x-public';
const MAX_WORKFLOWS = 200;
/** Lists whose entries can be references to components. */
const REUSABLE_LISTS = new Set(['parameters', 'successActions', 'failureActions', 'onSuccess', 'onFailure']);

/** An Arazzo document before its references are resolved and its workflows are checked. */
export const documentSchema = z.looseObject({
  arazzo: z.string().regex(/^1\.[01]\.\d+(-.+)?$/, 'must be a version 1.0.x or 1.1.x of Arazzo'),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  sourceDescriptions: z.array(z.looseObject({ name: z.string(), url: z.string(), type: z.string().optional() })).min(1),
  workflows: z.array(z.looseObject({})).min(1).max(MAX_WORKFLOWS),
  components: z.looseObject({}).optional(),
});
export type ArazzoDocument = z.output<typeof documentSchema>;

/**
 * Returns the workflows of a document as use cases. A reference to a component is replaced by the component, because each use case is stored separately.
 * @throws HttpError with the problems of the document
 */
export function readDocument(document: unknown): UseCaseInput[] {
  const { workflows, components = {} } = parse(documentSchema, document);
  const resolvedWorkflows = workflows.map((workflow) => resolve(workflow, components, ''));
  return parse(workflowsSchema, { workflows: resolvedWorkflows }).workflows.map(
    ({ [PUBLIC_PROPERTY]: isPublic, ...workflow }) => ({ workflow, public: isPublic === true }),
  );
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error) throw createInvalidRequestError(getDetails('body', { value, error, schema }));
  return data;
}

function rejectRepeatedIds(workflows: readonly Workflow[], context: z.RefinementCtx): void {
  const ids = new Set<string>();
  for (const [index, { workflowId }] of workflows.entries()) {
    if (ids.has(workflowId))
      context.addIssue({ code: 'custom', path: [index, 'workflowId'], message: 'is the id of another workflow' });
    ids.add(workflowId);
  }
}

const workflowsSchema = z.object({ workflows: z.array(workflowSchema).superRefine(rejectRepeatedIds) });

/** Replaces references to components. @param list name of the list that contains the value */
function resolve(value: unknown, components: Readonly<Record<string, unknown>>, list: string): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, components, list));
  if (typeof value !== 'object' || value === null) return value;
  const { reference, value: replacement } = value as { readonly reference?: unknown; readonly value?: unknown };
  if (REUSABLE_LISTS.has(list) && typeof reference === 'string') {
    const component = findComponent(components, /^\$components\.([^.]+)\.(.+)$/.exec(reference));
    if (component === undefined) return value;
    return replacement === undefined ? component : { ...component, value: replacement };
  }
  const entries = Object.entries(value).map(([name, each]) => {
    if (name === 'inputs' && list === '') return [name, resolveInputs(each, components)];
    // A payload is data, so nothing in it is treated as a reference.
    if (name === 'payload' || name === 'inputs') return [name, each];
    return [name, Array.isArray(each) || typeof each === 'object' ? resolve(each, components, name) : each];
  });
  return Object.fromEntries(entries);
}

function resolveInputs(value: unknown, components: Readonly<Record<string, unknown>>): unknown {
  const reference = getProperty(value, '$ref');
  const match = typeof reference === 'string' ? /^#\/components\/(inputs)\/([^/]+)$/.exec(reference) : null;
  return findComponent(components, match) ?? value;
}

function findComponent(
  components: Readonly<Record<string, unknown>>,
  match: RegExpExecArray | null,
): Record<string, unknown> | undefined {
  const component = match ? getProperty(getProperty(components, match[1] ?? ''), match[2] ?? '') : undefined;
  return typeof component === 'object' && component !== null ? (component as Record<string, unknown>) : undefined;
}

/** Returns an Arazzo document that contains the use cases. `readDocument` can import the document again. */
export function writeDocument(title: string, useCases: readonly UseCase[]): ArazzoDocument {
  return {
    arazzo: ARAZZO_VERSION,
    info: { title, version: '1.0.0' },
    sourceDescriptions: [{ name: 'api', url: './openapi.json', type: 'openapi' }],
    workflows: useCases.map(({ workflow, public: isPublic }) => ({
      ...workflow,
      ...(isPublic && { [PUBLIC_PROPERTY]: true }),
    })),
  };
}
