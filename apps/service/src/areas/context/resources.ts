import { getSource, getUri, URI_PREFIX } from '@context-sync/search';
import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CursorError, cursorId, decodeCursor, encodeCursor } from '../../platform/database/cursor.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { formatFailureMessage } from '../../platform/mcp/tool-failure.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { findVisibleItem } from './get-context-item-tool.ts';
import type { ContextItem, ContextPorts } from './store.ts';

const RESOURCES_PER_PAGE = 100;
const MIME_TYPE = 'text/markdown';
/** Schema of a cursor: the slug of the current project and the id of the last item. */
const resourceCursor = z.tuple([z.string(), cursorId]);

/**
 * Adds context items as MCP resources.
 * @param report receives internal errors, for which the client gets only a generic message
 */
export function addResources(
  server: McpServer,
  store: AreaStore<ContextPorts>,
  viewer: McpViewer,
  report: (error: unknown) => void,
): void {
  // Internal errors are replaced, because the library would send the message of every error to the client.
  const hideInternalErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      report(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, formatFailureMessage(error));
    }
  };
  server.registerResource(
    'context-item',
    new ResourceTemplate(`${URI_PREFIX}{project}/context/{id}`, { list: undefined }),
    { title: 'Context item', description: 'One context item, as found by search_context', mimeType: MIME_TYPE },
    (uri, { project: slug, id }) =>
      hideInternalErrors(async () => {
        const project = (await viewer.projects()).find((each) => each.slug === slug);
        const item =
          project && typeof id === 'string' ? await findVisibleItem(store, viewer, project.id, id) : undefined;
        if (!item) throw new ResourceNotFoundError(uri.href);
        return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: item.content }] };
      }),
  );
  // This handler replaces the handler of the library, which returns the whole list in one response.
  server.server.setRequestHandler('resources/list', ({ params }) =>
    hideInternalErrors(() => listResourcePage(store, viewer, params?.cursor)),
  );
}

async function listResourcePage(
  store: AreaStore<ContextPorts>,
  viewer: McpViewer,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const cursorList = ['mcp-resources', viewer.id];
  const [slug, item] = cursor === undefined ? ['', ''] : getPosition(cursorList, cursor);
  const resources: ListResourcesResult['resources'] = [];
  let lastItem = item;
  for (const project of (await viewer.projects()).filter((each) => each.slug >= slug)) {
    const page = await store.contextItems.list(project.id, {
      limit: RESOURCES_PER_PAGE - resources.length + 1,
      publicOnly: viewer.publicOnly,
      ...(project.slug === slug && lastItem !== '' ? { after: lastItem } : {}),
    });
    // `page` is undefined if the last item of the previous page has been deleted since then.
    if (!page) throw createInvalidCursorError();
    const remainingCount = RESOURCES_PER_PAGE - resources.length;
    resources.push(...page.slice(0, remainingCount).map((each) => getResource(project.slug, each)));
    if (page.length > remainingCount) {
      lastItem = page[remainingCount - 1]?.id ?? '';
      return { resources, nextCursor: encodeCursor(cursorList, [project.slug, lastItem]) };
    }
  }
  return { resources };
}

function getPosition(list: unknown, cursor: string): [string, string] {
  try {
    return decodeCursor(list, cursor, resourceCursor);
  } catch (error) {
    if (error instanceof CursorError) throw createInvalidCursorError();
    throw error;
  }
}

function createInvalidCursorError(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'invalid cursor: omit it to start from the beginning');
}

function getResource(slug: string, { id, title, content, updatedAt }: ContextItem) {
  const source = getSource(content);
  return {
    uri: getUri(slug, id),
    name: title,
    title,
    ...(source === null ? {} : { description: source }),
    mimeType: MIME_TYPE,
    size: Buffer.byteLength(content),
    annotations: { lastModified: updatedAt },
  };
}
