import { z } from 'zod';
import type { ReadOptions } from '../client/client.ts';
import type { Transport } from '../client/transport.ts';
import { type ContextItemInput, contextItemInput } from '../contract/context-item.ts';
import { API_PREFIX, CONTENT_LIMIT, TITLE_LIMIT } from '../contract/limits.ts';
import { NotFoundError, ServerError } from '../errors/answered.ts';

/** A context item as a service that can list them shows it. */
const listedItem = z.object({
  id: z.union([z.string().min(1), z.int()]).transform(String),
  title: z.string(),
  content: z
    .string()
    .nullish()
    .transform((content) => content ?? ''),
  public: z
    .boolean()
    .nullish()
    .transform((isPublic) => isPublic ?? false),
});
export type ListedItem = z.infer<typeof listedItem>;

const itemsPage = z.object({ items: z.array(listedItem), next: z.string().nullish() });

/** Items asked for at a time. */
const PAGE_SIZE = 500;
/**
 * Most bytes of one listed item: each character of title and content takes at most 12, as an escaped surrogate pair (`\ud83d\udc19`), and 1 KiB
 * holds the other fields.
 */
const ITEM_BYTES = 12 * (TITLE_LIMIT + CONTENT_LIMIT) + 1024;

/** Operations on context items that a service may declare. Use one only where `Capabilities` says that it is there. */
export interface ContextItemExtensions {
  /** Puts new content under an existing id. @throws NotFoundError when the item is gone */
  updateContextItem(slug: string, id: string, item: ContextItemInput, options?: ReadOptions): Promise<void>;
  /** Deletes an item; one that is gone already counts as deleted. */
  deleteContextItem(slug: string, id: string, options?: ReadOptions): Promise<void>;
  /** All items of the project, a page at a time. @throws ServerError when a page does not have the declared form, or leads back to an earlier one */
  listContextItems(slug: string, options?: ReadOptions): AsyncGenerator<readonly ListedItem[]>;
}

/** Whether the API itself says that an item is gone. A 404 without an error code may come from a gateway that knows nothing of items. */
export function saysGone(error: unknown): boolean {
  return error instanceof NotFoundError && error.code !== undefined;
}

/** All operations can be repeated without harm, so they are retried like reads. */
export function createContextItemExtensions(send: Transport): ContextItemExtensions {
  const itemsOf = (slug: string) => [...API_PREFIX.split('/'), 'projects', slug, 'context'];
  const path = (slug: string, id: string) => [...itemsOf(slug), id];
  return {
    updateContextItem: async (slug, id, item, options) => {
      const json = contextItemInput.parse(item);
      await send({ method: 'put', path: path(slug, id), json, ...options, repeatable: true });
    },
    deleteContextItem: async (slug, id, options) => {
      try {
        await send({ method: 'delete', path: path(slug, id), ...options, repeatable: true });
      } catch (error) {
        if (!saysGone(error)) throw error;
      }
    },
    listContextItems: async function* (slug, options) {
      let after: string | undefined;
      const places = new Set<string>();
      const maxBytes = PAGE_SIZE * ITEM_BYTES;
      for (;;) {
        const query = { limit: PAGE_SIZE, ...(after === undefined ? {} : { after }) };
        const answer = await send({ method: 'get', path: itemsOf(slug), query, maxBytes, ...options });
        const page = itemsPage.safeParse(answer.body);
        const details = { request: `GET /${itemsOf(slug).join('/')}`, status: answer.status, mayHaveActed: false };
        if (!page.success) {
          throw new ServerError('the list of context items does not have the form that it is known to have', details);
        }
        yield page.data.items;
        after = page.data.next ?? undefined;
        if (after === undefined) return;
        // It would be asked for ever.
        if (places.has(after)) {
          throw new ServerError('the list of context items leads back to where it was', details);
        }
        places.add(after);
      }
    },
  };
}
