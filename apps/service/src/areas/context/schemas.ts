import { contextItemInput } from '@context-sync/core';
import { MATCH_KINDS } from '@context-sync/search';
import { z } from '@hono/zod-openapi';
import { createQueryIntegerSchema, slugParameters } from '../../platform/http/common-schemas.ts';

export const contextItemInputSchema = contextItemInput.meta({ id: 'ContextItemInput' });

export const contextItemSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    content: z.string(),
    public: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ContextItem' });

const foundContextItemSchema = contextItemSchema
  .extend({ score: z.number().describe('Higher is better; only comparable within one response') })
  .meta({ id: 'FoundContextItem' });

export const foundContextItemsSchema = z.object({
  matched: z
    .enum(MATCH_KINDS)
    .describe(
      '`all`: at least one item contains every word of `q`; `some`: no item contains all words, these are the closest; `none`: no item contains any',
    ),
  items: z.array(foundContextItemSchema),
});

export const itemsQuery = z.strictObject({
  limit: createQueryIntegerSchema(1, 500).optional(),
  after: z.string().max(64).optional().openapi({ description: 'Id of the last item of the previous page' }),
});

export const searchQuery = z.strictObject({
  q: z.string().min(1).max(1_000).openapi({ description: 'Words to search for' }),
  limit: createQueryIntegerSchema(1, 50).optional(),
});

export const itemParameters = slugParameters.extend({
  itemId: z.string().openapi({ description: 'Id of the context item' }),
});
