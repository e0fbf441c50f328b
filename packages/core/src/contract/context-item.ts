import { z } from 'zod';
import { MAX_CONTENT_CHARS, MAX_TITLE_CHARS } from './limits.ts';

/**
 * Schema of the body of a request that creates a context item. `max` counts code points, as in OpenAPI 3.1. The specification defines no defaults for
 * `content` and `public`, so this schema has none either.
 */
export const contextItemInput = z.strictObject({
  title: z
    .string()
    .max(MAX_TITLE_CHARS)
    // This rule is not in the specification: items without a title could not be distinguished.
    .regex(/\S/, 'must not be blank')
    .describe('Title of the item, at most 120 characters, not blank')
    .meta({ 'x-extension': ['pattern'] }),
  content: z
    .string()
    .max(MAX_CONTENT_CHARS)
    .optional()
    .describe('Text of the item, at most 8000 characters, embedded as one retrieval chunk'),
  public: z.boolean().optional().describe('Whether the item may be shown to the public'),
});

export type ContextItemInput = z.infer<typeof contextItemInput>;
