import type { RouteConfig } from '@hono/zod-openapi';
import type { z } from 'zod';
import type { ErrorDetail } from '../errors/errors.ts';
import { getDetails } from '../errors/invalid-request.ts';

/** Names of the validated parts of a request, by the names of the library. */
const PARTS: Readonly<Record<string, string>> = { json: 'body', param: 'path', header: 'header', query: 'query' };

/** Input that the schema of an operation has rejected. */
export interface RejectedInput {
  readonly target: string;
  /** The input. The library passes this property, although its types do not declare it. */
  readonly data?: unknown;
  readonly error: z.core.$ZodError;
}

/** Returns the problems of rejected input. */
export function describeRejectedInput(
  { target, data, error }: RejectedInput,
  operation: RouteConfig | undefined,
): ErrorDetail[] {
  const schema = getSchema(target, operation);
  const details = getDetails(PARTS[target] ?? target, { value: data, error, ...(schema ? { schema } : {}) });
  if (target !== 'query') return details;
  const repetitions = Object.entries(data ?? {}).flatMap(([name, value]) =>
    Array.isArray(value)
      ? [{ where: `query.${name}`, message: `must be sent only once (got ${value.length} values)` }]
      : [],
  );
  const repeatedNames = new Set(repetitions.map(({ where }) => where));
  return details.map((detail) =>
    repeatedNames.has(detail.where) && !detail.message.startsWith('does not exist')
      ? (repetitions.find(({ where }) => where === detail.where) ?? detail)
      : detail,
  );
}

function getSchema(target: string, operation: RouteConfig | undefined): z.core.$ZodType | undefined {
  const content = operation?.request?.body?.content['application/json'];
  const bodySchema = content && 'schema' in content ? content.schema : undefined;
  const schema = target === 'json' ? bodySchema : target === 'query' ? operation?.request?.query : undefined;
  return schema && '_zod' in schema ? (schema as z.core.$ZodType) : undefined;
}
