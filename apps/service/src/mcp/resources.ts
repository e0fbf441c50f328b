import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ContextItem } from '../store/context-items.ts';
import { CursorError, decodeCursor, encodeCursor, placeId } from '../store/cursor.ts';
import type { Store } from '../store/store.ts';
import { sourceOf, URI_PREFIX, uriOf } from './citation.ts';
import { failureMessage } from './failure.ts';
import { visibleItem } from './tools/get-context-item.ts';
import type { Viewer } from './viewer.ts';

const PAGE = 100;
const MIME = 'text/markdown';
/** Slug of the project in which the list goes on, and the id of the item after which it does, if it was begun. */
const place = z.tuple([z.string(), placeId]);

/** Context items as resources. `report` is given defects, which the caller sees as a bare failure. */
export function addResources(server: McpServer, store: Store, viewer: Viewer, report: (error: unknown) => void): void {
  // The library would show the caller the message of any error.
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      report(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, failureMessage(error));
    }
  };
  server.registerResource(
    'context-item',
    new ResourceTemplate(`${URI_PREFIX}{project}/context/{id}`, { list: undefined }),
    { title: 'A part of the docs', description: 'One context item, as search_context finds it', mimeType: MIME },
    (uri, { project: slug, id }) =>
      guarded(async () => {
        const project = (await viewer.projects()).find((each) => each.slug === slug);
        const item = project && typeof id === 'string' ? await visibleItem(store, viewer, project.id, id) : undefined;
        if (!item) throw new ResourceNotFoundError(uri.href);
        return { contents: [{ uri: uri.href, mimeType: MIME, text: item.content }] };
      }),
  );
  // In place of the library's own, which gives whole lists.
  server.server.setRequestHandler('resources/list', ({ params }) => guarded(() => page(store, viewer, params?.cursor)));
}

async function page(store: Store, viewer: Viewer, cursor: string | undefined): Promise<ListResourcesResult> {
  const list = ['mcp-resources', viewer.id];
  const [slug, item] = cursor === undefined ? ['', ''] : placeOf(list, cursor);
  const resources: ListResourcesResult['resources'] = [];
  let after = item;
  for (const project of (await viewer.projects()).filter((each) => each.slug >= slug)) {
    const found = await store.contextItems.list(project.id, {
      limit: PAGE - resources.length + 1,
      publicOnly: viewer.publicOnly,
      ...(project.slug === slug && after !== '' ? { after } : {}),
    });
    // The item after which the list goes on was deleted meanwhile.
    if (!found) throw badCursor();
    const room = PAGE - resources.length;
    resources.push(...found.slice(0, room).map((each) => resourceOf(project.slug, each)));
    if (found.length > room) {
      after = found[room - 1]?.id ?? '';
      return { resources, nextCursor: encodeCursor(list, [project.slug, after]) };
    }
  }
  return { resources };
}

function placeOf(list: unknown, cursor: string): [string, string] {
  try {
    return decodeCursor(list, cursor, place);
  } catch (error) {
    if (error instanceof CursorError) throw badCursor();
    throw error;
  }
}

function badCursor(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'cursor: it leads nowhere in this list; begin again without',
  );
}

function resourceOf(slug: string, { id, title, content, updatedAt }: ContextItem) {
  const source = sourceOf(content);
  return {
    uri: uriOf(slug, id),
    name: title,
    title,
    ...(source === null ? {} : { description: source }),
    mimeType: MIME,
    size: Buffer.byteLength(content),
    annotations: { lastModified: updatedAt },
  };
}
