import { z } from 'zod';
import { CONTENT_LIMIT, TITLE_LIMIT } from './limits.ts';

/**
 * A context item as it is created. `max` counts code points, as OpenAPI 3.1 does.
 * The specification gives no default for `content` and `public`, so neither has one here.
 */
export const contextItemInput = z.strictObject({
  title: z
    .string()
    .max(TITLE_LIMIT)
    // Ours: nobody can tell an item without a title from others.
    .regex(/\S/, 'must not be blank')
    .describe('Title of the item, at most 120 characters, not blank')
    .meta({ 'x-extension': ['pattern'] }),
  content: z
    .string()
    .max(CONTENT_LIMIT)
    .optional()
    .describe('Text of the item, at most 8000 characters, embedded as one retrieval chunk'),
  public: z.boolean().optional().describe('Whether the item may be shown to the public'),
});

export type ContextItemInput = z.infer<typeof contextItemInput>;
