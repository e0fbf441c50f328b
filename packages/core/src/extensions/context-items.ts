import type { ReadOptions } from '../client/client.ts';
import type { Transport } from '../client/transport.ts';
import { type ContextItemInput, contextItemInput } from '../contract/context-item.ts';
import { API_PREFIX } from '../contract/limits.ts';
import { NotFoundError } from '../errors/answered.ts';

/** Operations on single context items that a service may declare. Use one only where `Capabilities` says that it is there. */
export interface ContextItemExtensions {
  /** Puts new content under an existing id. @throws NotFoundError when the item is gone */
  replaceContextItem(slug: string, id: string, item: ContextItemInput, options?: ReadOptions): Promise<void>;
  /** Deletes an item; one that is gone already counts as deleted. */
  deleteContextItem(slug: string, id: string, options?: ReadOptions): Promise<void>;
}

/** Whether the API itself says that an item is gone. A 404 without an error code may come from a gateway that knows nothing of items. */
export function saysGone(error: unknown): boolean {
  return error instanceof NotFoundError && error.code !== undefined;
}

/** Both operations can be repeated without harm, so they are retried like reads. */
export function createContextItemExtensions(send: Transport): ContextItemExtensions {
  const path = (slug: string, id: string) => [...API_PREFIX.split('/'), 'projects', slug, 'context', id];
  return {
    replaceContextItem: async (slug, id, item, options) => {
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
  };
}
