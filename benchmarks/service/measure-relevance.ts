// This program measures how well searches of the service find the answers to questions about real docs: in memory, and on SQLite and PostgreSQL as
// context items and as sections of docs pages. The exit code is 1 if the results differ, or are below the limits.
// node benchmarks/service/measure-relevance.ts [--data <folder>]
import { openStore } from '../../apps/service/src/open-store.ts';
import { createSearchIndex } from '../../packages/search/build/index.js';
import { readProgramOptions } from '../../scripts/program-options.ts';
import { createOwnChunker, getDefaultTarget } from '../chunker/chunkers/own-chunker.ts';
import { readRetrievalData } from '../chunker/data/data-folder.ts';
import { getChunkerModule, getDataFolder } from '../chunker/options.ts';
import { type CreateSearch, measureRetrieval } from '../chunker/retrieval/retrieval.ts';
import { openDatabase } from './databases.ts';

/** Minimum percentages of questions whose answer is in the first five items, and in the first 12,000 characters. */
const MIN_AT_5 = 59;
const MIN_AT_12K = 68;
/** Maximum number of items that the service returns. */
const LIMIT = 50;
const EMAIL = 'ann@example.com';
const ITEMS_PER_TRANSACTION = 200;

const searchInMemory: CreateSearch = async (items) => {
  const index = createSearchIndex(items.map((item, number) => ({ id: String(number), ...item })));
  return async (query) => index.search(query, { limit: LIMIT }).results.map(({ id }) => Number(id));
};

type Store = Awaited<ReturnType<typeof openStore>>;

/** Stores the items as context items, which the MCP tool `search_context` searches. Returns the search. */
async function searchContextItems(store: Store, projectId: string, items: Parameters<CreateSearch>[0]) {
  const numbers = new Map<string, number>();
  for (let start = 0; start < items.length; start += ITEMS_PER_TRANSACTION) {
    await store.transaction(async ({ contextItems }) => {
      for (const [index, { title, content }] of items.slice(start, start + ITEMS_PER_TRANSACTION).entries()) {
        const { id } = await contextItems.create(projectId, { title, content });
        numbers.set(id, start + index);
      }
    });
  }
  return async (query: string) => {
    const found = await store.contextItems.search(projectId, query, LIMIT);
    return found.items.map(({ id }) => numbers.get(id) ?? -1);
  };
}

/** Stores each item as the only section of a docs page, which the MCP tool `search_docs` searches. Returns the search. */
async function searchPages(store: Store, projectId: string, items: Parameters<CreateSearch>[0]) {
  for (let start = 0; start < items.length; start += ITEMS_PER_TRANSACTION) {
    const changes = items.slice(start, start + ITEMS_PER_TRANSACTION).map(({ title, content }, index) => {
      const page = { title: 'Page', description: '', markdown: '', public: true, order: 0, source: null };
      const rendering = { html: '', outline: [], version: 1, sections: [{ title, content }] };
      return { path: String(start + index), page, rendering, movedFrom: null };
    });
    await store.transaction(({ docs }) => docs.applyBatch(projectId, changes));
  }
  return async (query: string) => {
    const found = await store.projectSearch.find(projectId, query, { limit: LIMIT, publicOnly: true });
    return found.texts.map((text) => (text.kind === 'item' ? -1 : Number(text.owner)));
  };
}

/** Returns a search that stores each corpus in a project of its own. */
async function createStoreSearch(
  url: string,
  fill: typeof searchPages,
): Promise<{ createSearch: CreateSearch; close: () => Promise<void> }> {
  const store = await openStore(url);
  await store.accounts.createUser(EMAIL);
  let projects = 0;
  const createSearch: CreateSearch = async (items) => {
    projects += 1;
    const slug = `corpus-${projects}`;
    await store.accounts.createProject(slug, slug, EMAIL);
    const project = await store.accounts.projectBySlug(slug);
    return fill(store, project.id, items);
  };
  return { createSearch, close: () => store.close() };
}

const { values } = readProgramOptions({ data: { type: 'string' } });
const { pages, queries } = readRetrievalData(getDataFolder(values.data));
const module = getChunkerModule(undefined);
const chunkPage = await createOwnChunker(module).load();
const size = await getDefaultTarget(module);

const lines: string[] = [];
const measure = async (name: string, createSearch: CreateSearch) => {
  const { at5, at12k, mrr } = await measureRetrieval(chunkPage, size, pages, queries, createSearch);
  const line = `R@5 ${at5.toFixed(1)}, R@12k ${at12k.toFixed(1)}, MRR ${mrr.toFixed(3)}`;
  console.log(`${name}: ${line}`);
  lines.push(line);
  if (at5 < MIN_AT_5 || at12k < MIN_AT_12K) process.exitCode = 1;
};
await measure('in memory', searchInMemory);
for (const kind of ['sqlite', 'postgres'] as const) {
  for (const [name, fill] of [
    ['context items', searchContextItems],
    ['docs pages', searchPages],
  ] as const) {
    const database = await openDatabase(kind);
    const { createSearch, close } = await createStoreSearch(database.url, fill);
    await measure(`${kind}, ${name}`, createSearch);
    await close();
    await database.close();
  }
}
if (new Set(lines).size > 1) process.exitCode = 1;
