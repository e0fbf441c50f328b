import { z } from 'zod';
import type { RequestOptions } from '../client/api-client.ts';
import type { Transport } from '../client/http-transport.ts';
import { type ContextItemInput, contextItemInput } from '../contract/context-item.ts';
import { API_PREFIX, MAX_CONTENT_CHARS, MAX_TITLE_CHARS } from '../contract/limits.ts';
import { NotFoundError, ServerError } from '../errors/response-errors.ts';

/** Schema of a context item in the service's list. */
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

/** Number of items per page. */
const PAGE_SIZE = 500;
/**
 * Size limit of one listed item in bytes. Each character of title and content takes at most 12 bytes, as an escaped surrogate pair (`\ud83d\udc19`),
 * and the other fields fit into 1 KiB.
 */
const MAX_ITEM_BYTES = 12 * (MAX_TITLE_CHARS + MAX_CONTENT_CHARS) + 1024;

/** Operations on context items that a service may declare. An operation may be used only if `Capabilities` contains it. */
export interface ContextItemExtensions {
  /** Updates an item. @throws NotFoundError if the item does not exist */
  updateContextItem(slug: string, id: string, item: ContextItemInput, options?: RequestOptions): Promise<void>;
  /** Deletes an item. Succeeds if the item does not exist. */
  deleteContextItem(slug: string, id: string, options?: RequestOptions): Promise<void>;
  /** Lists all items of the project page by page. @throws ServerError for an invalid page, or for a page that links to an earlier page */
  listContextItems(slug: string, options?: RequestOptions): AsyncGenerator<readonly ListedItem[]>;
}

/** Returns whether the API itself reported that an item does not exist. A 404 without an error code may come from a gateway. */
export function isGone(error: unknown): boolean {
  return error instanceof NotFoundError && error.code !== undefined;
}

/** Creates the operations. All of them are idempotent, so they are retried like reads. */
export function createContextItemExtensions(send: Transport): ContextItemExtensions {
  const getItems = (slug: string) => [...API_PREFIX.split('/'), 'projects', slug, 'context'];
  const getItemPath = (slug: string, id: string) => [...getItems(slug), id];
  return {
    updateContextItem: async (slug, id, item, options) => {
      const json = contextItemInput.parse(item);
      await send({ method: 'put', path: getItemPath(slug, id), json, ...options, repeatable: true });
    },
    deleteContextItem: async (slug, id, options) => {
      try {
        await send({ method: 'delete', path: getItemPath(slug, id), ...options, repeatable: true });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    listContextItems: async function* (slug, options) {
      let cursor: string | undefined;
      const cursors = new Set<string>();
      const maxBytes = PAGE_SIZE * MAX_ITEM_BYTES;
      for (;;) {
        const query = { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { after: cursor }) };
        const response = await send({ method: 'get', path: getItems(slug), query, maxBytes, ...options });
        const page = itemsPage.safeParse(response.body);
        const details = { request: `GET /${getItems(slug).join('/')}`, status: response.status, outcomeUnknown: false };
        if (!page.success) {
          throw new ServerError('the list of context items does not have the declared form', details);
        }
        yield page.data.items;
        cursor = page.data.next ?? undefined;
        if (cursor === undefined) return;
        // Without this check, the loop would never end.
        if (cursors.has(cursor)) {
          throw new ServerError('a page of the list of context items links to an earlier page', details);
        }
        cursors.add(cursor);
      }
    },
  };
}
