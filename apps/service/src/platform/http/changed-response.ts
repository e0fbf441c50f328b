import { type RouteConfig, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import { errorSchema } from './common-schemas.ts';

export const ifMatchHeader = z.object({
  'If-Match': z.string().max(1_000).optional().openapi({
    description: 'The request changes only the version with this ETag. For any other version, the response is 412',
  }),
});

/** Response to a change that conflicts with a newer change. */
const createChangedSchema = (resource: z.ZodType, input: z.ZodType) =>
  z.object({
    error: errorSchema.shape.error,
    current: resource.nullable().describe('What is stored now; null if it has been deleted'),
    sent: input.nullable().describe('What the request contains; null for a deletion'),
  });

/** Returns the response with both versions for the OpenAPI document. */
export const changedResponse = (resource: z.ZodType, input: z.ZodType): RouteConfig['responses'] => ({
  412: {
    description: 'The stored version differs from the version in `If-Match`. The response contains both versions',
    content: { 'application/json': { schema: createChangedSchema(resource, input) } },
  },
});

/** Responds to a change that is based on an outdated version, with the stored version and the sent version. */
export function createChangedResponse(
  c: Context<Environment>,
  current: { readonly etag: string } | null,
  sentBody: object | null,
): Response {
  const message =
    current === null
      ? 'The resource no longer exists, so it has no version of `If-Match`'
      : `The resource was changed after the version of \`If-Match\` (its ETag is now ${current.etag}): combine both versions, and send the result with that ETag`;
  const error = { code: 'changed_meanwhile', message, requestId: c.get('requestId') };
  return c.json({ error, current, sent: sentBody }, 412, current ? { etag: current.etag } : {});
}
