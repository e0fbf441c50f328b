import { getExcerpt, getSource, MATCH_KINDS } from '@context-sync/search';
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { FoundItem, IndexedItem, ItemIndex } from '../search/item-index.ts';
import type { ServedDocs } from './live-docs.ts';
import type { Skill } from './read-skills.ts';

const MIME_TYPE = 'text/markdown';
const RESOURCES_PER_PAGE = 100;
const SKILL_PREFIX = 'skill://';
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;
const INSTRUCTIONS = `Answers questions from the docs of the repository that is open in this editor, with uncommitted changes.
Use search_context to find items, and cite their title and source. Use get_context_item for the full text of an item.
Resources that begin with ${SKILL_PREFIX} are instructions for tasks.`;

const MATCH_NOTES = {
  all: [],
  some: ['None of these items contains all words of the query. They are the closest matches and may not answer it.'],
  none: ['No item contains any word of this query. Try again with words that the docs are likely to use.'],
} as const;

const project = z.string().max(63).optional().describe('Project slug; optional if there is only one project');
const FOUND_ITEM = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string().nullable().describe('URL of the source; cite it in your answer'),
  uri: z.string().describe('Resource URI of the item'),
  path: z.string().describe('Path of the document in the repository'),
  lines: z.tuple([z.int(), z.int()]).describe('First and last line in the document'),
  excerpt: z.string(),
  complete: z.boolean().describe('Whether the excerpt is the whole item; if not, get_context_item returns the rest'),
  score: z.number().describe('Higher is better; only comparable within one result'),
});

/** Creates an MCP server with the tools of the service that apply to a working tree. `read` returns the current docs. */
export function createDocsServer(read: () => Promise<ServedDocs>, version: string): McpServer {
  const server = new McpServer(
    { name: 'context-sync', title: 'Context Sync', version },
    { instructions: INSTRUCTIONS },
  );
  // Each request sees the current files, so there are no notifications of changes.
  server.server.registerCapabilities({
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
  });
  addSearchTool(server, read);
  addItemTool(server, read);
  addResources(server, read);
  return server;
}

function addSearchTool(server: McpServer, read: () => Promise<ServedDocs>): void {
  server.registerTool(
    'search_context',
    {
      title: 'Search the docs',
      description:
        "Searches the project's docs, best match first. Each result has a title, an excerpt and the URL of its source; cite title and source in your answer.",
      inputSchema: z.strictObject({
        query: z.string().min(1).max(1_000).describe('A question or keywords; use the words of the docs'),
        limit: z.int().min(1).max(20).default(5).describe('Maximum number of items'),
        project,
      }),
      outputSchema: z.object({ project: z.string(), matched: z.enum(MATCH_KINDS), items: z.array(FOUND_ITEM) }),
      annotations: READ_ONLY,
    },
    async ({ query, limit, project: slug }) => {
      const selectedProject = selectProject(await read(), slug);
      if ('problem' in selectedProject) return createToolError(selectedProject.problem);
      const { matched, items } = selectedProject.index.search(query, limit);
      const foundItems = items.map((item) => createFoundItem(item, query));
      const texts = foundItems.map(
        ({ id, title, source, excerpt, complete }, index) =>
          `${index + 1}. ${title}\n${source === null ? `Item: ${id}` : `Source: ${source}`}\n\n${excerpt}${complete ? '' : `\n\n(More: get_context_item with id ${id})`}`,
      );
      const text = [...MATCH_NOTES[matched], texts.join('\n\n---\n\n')].filter((part) => part !== '').join('\n\n');
      return {
        content: [{ type: 'text', text }],
        structuredContent: { project: selectedProject.slug, matched, items: foundItems },
      };
    },
  );
}

function createFoundItem({ key, title, content, path, lines, project: slug, source, score }: FoundItem, query: string) {
  const range: [number, number] = [...lines];
  return {
    id: key,
    title,
    source,
    uri: getItemUri(slug, key),
    path,
    lines: range,
    ...getExcerpt({ content }, query),
    score,
  };
}

function addItemTool(server: McpServer, read: () => Promise<ServedDocs>): void {
  server.registerTool(
    'get_context_item',
    {
      title: 'Get a context item',
      description: "Returns one item of the project's docs in full, by the id from search_context.",
      inputSchema: z.strictObject({
        id: z.string().min(1).max(1_000).describe('Item id, as returned by search_context'),
        project,
      }),
      outputSchema: z.object({
        project: z.string(),
        id: z.string(),
        title: z.string(),
        source: z.string().nullable().describe('URL of the source; cite it in your answer'),
        uri: z.string().describe('Resource URI of the item'),
        path: z.string(),
        content: z.string().describe('Markdown'),
        public: z.boolean(),
      }),
      annotations: READ_ONLY,
    },
    async ({ id, project: slug }) => {
      const selectedProject = selectProject(await read(), slug);
      if ('problem' in selectedProject) return createToolError(selectedProject.problem);
      const item = selectedProject.index.items.get(id);
      if (!item)
        return createToolError(
          `item "${id}" does not exist in ${selectedProject.slug}: find items with search_context`,
        );
      const { title, content, path } = item;
      const data = {
        project: selectedProject.slug,
        id,
        title,
        source: getSource(content),
        uri: getItemUri(selectedProject.slug, id),
        path,
        content,
      };
      return {
        content: [{ type: 'text', text: `${title}\n\n${content}` }],
        structuredContent: { ...data, public: item.public },
      };
    },
  );
}

function addResources(server: McpServer, read: () => Promise<ServedDocs>): void {
  server.registerResource(
    'context-item',
    new ResourceTemplate('context-sync://{project}/context/{id}', { list: undefined }),
    { title: 'Context item', description: 'One context item, as found by search_context', mimeType: MIME_TYPE },
    async (uri, { project: slug, id }) => {
      const index = (await read()).indexes.get(String(slug));
      const item = index?.items.get(decodeText(String(id)));
      if (!item) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: item.content }] };
    },
  );
  server.registerResource(
    'skill',
    new ResourceTemplate(`${SKILL_PREFIX}{+path}`, { list: undefined }),
    { title: 'Skill', description: 'Instructions for a task in this repository', mimeType: MIME_TYPE },
    async (uri) => {
      const skill = (await read()).skills.find(({ path }) => getSkillUri(path) === uri.href);
      if (!skill) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: skill.text }] };
    },
  );
  // This handler replaces the handler of the library, which returns the whole list at once.
  server.server.setRequestHandler('resources/list', async ({ params }) => listResources(await read(), params?.cursor));
}

/** Returns a page of the skills and items. The cursor is the number of resources before the page. */
function listResources({ skills, indexes }: ServedDocs, cursor = '0') {
  const start = Number(cursor);
  if (!/^\d{1,9}$/.test(cursor)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'invalid cursor: omit it to start from the beginning');
  }
  const items = [...indexes.values()].flatMap((index) => [...index.items.values()]);
  const all = [...skills.map(createSkillResource), ...items.map(createItemResource)];
  const end = start + RESOURCES_PER_PAGE;
  return { resources: all.slice(start, end), ...(end < all.length ? { nextCursor: String(end) } : {}) };
}

function createSkillResource({ name, description, path }: Skill) {
  return {
    uri: getSkillUri(path),
    name,
    title: name,
    ...(description === '' ? {} : { description }),
    mimeType: MIME_TYPE,
  };
}

function createItemResource({ project: slug, key, title, source, content }: IndexedItem) {
  return {
    uri: getItemUri(slug, key),
    name: title,
    title,
    ...(source === null ? {} : { description: source }),
    mimeType: MIME_TYPE,
    size: Buffer.byteLength(content),
  };
}

function selectProject(
  { indexes }: ServedDocs,
  slug: string | undefined,
): { readonly slug: string; readonly index: ItemIndex } | { readonly problem: string } {
  const slugs = [...indexes.keys()];
  const selectedSlug = slug ?? (slugs.length === 1 ? slugs[0] : undefined);
  const index = selectedSlug === undefined ? undefined : indexes.get(selectedSlug);
  if (selectedSlug !== undefined && index) return { slug: selectedSlug, index };
  const names = slugs.join(', ');
  return {
    problem:
      slug === undefined
        ? `there are several projects: pass one as "project": ${names}`
        : `there is no project "${slug}"; available: ${names}`,
  };
}

function createToolError(text: string) {
  return { isError: true, content: [{ type: 'text' as const, text }] };
}

/** Returns the URI of an item. The key contains characters with a meaning in URIs. */
function getItemUri(slug: string, key: string): string {
  return `context-sync://${slug}/context/${encodeURIComponent(key)}`;
}

/** Returns the URI of a skill as `URL` formats it, which treats the first folder as a host. */
function getSkillUri(path: string): string {
  return new URL(`${SKILL_PREFIX}repository/${path.split('/').map(encodeURIComponent).join('/')}`).href;
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
