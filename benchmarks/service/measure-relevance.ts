// This program measures how well searches of the service find the answers to questions about real docs: in memory, on SQLite, and on PostgreSQL. The
// exit code is 1 if the results differ, or are below the limits.
// node benchmarks/service/measure-relevance.ts [--data <folder>]
import { parseArgs } from 'node:util';
import { openStore } from '../../apps/service/src/open-store.ts';
import { createSearchIndex } from '../../packages/search/build/index.js';
import { createOwnChunker, getDefaultTarget } from '../chunker/chunkers/own-chunker.ts';
import { readRetrievalData } from '../chunker/data/data-folder.ts';
import { readOptions } from '../chunker/options.ts';
import { type CreateSearch, measureRetrieval } from '../chunker/retrieval/retrieval.ts';
import { openDatabase } from './databases.ts';

/** Least percentages of questions whose answer is in the first five items, and in the first 12,000 characters. */
const MIN_AT_5 = 59;
const MIN_AT_12K = 68;
/** The service returns at most this many items. */
const LIMIT = 50;
const EMAIL = 'ann@example.com';
const ITEMS_PER_TRANSACTION = 200;

const searchInMemory: CreateSearch = async (items) => {
  const index = createSearchIndex(items.map((item, number) => ({ id: String(number), ...item })));
  return async (query) => index.search(query, { limit: LIMIT }).results.map(({ id }) => Number(id));
};

/** Returns a search that stores each corpus in a project of its own. */
async function createStoreSearch(url: string): Promise<{ createSearch: CreateSearch; close: () => Promise<void> }> {
  const store = await openStore(url);
  await store.accounts.createUser(EMAIL);
  let projects = 0;
  const createSearch: CreateSearch = async (items) => {
    projects += 1;
    const slug = `corpus-${projects}`;
    await store.accounts.createProject(slug, slug, EMAIL);
    const project = (await store.accounts.projects()).find((each) => each.slug === slug);
    if (!project) throw new Error(`there is no project ${slug}`);
    const numbers = new Map<string, number>();
    for (let start = 0; start < items.length; start += ITEMS_PER_TRANSACTION) {
      await store.transaction(async ({ contextItems }) => {
        for (const [index, { title, content }] of items.slice(start, start + ITEMS_PER_TRANSACTION).entries()) {
          const { id } = await contextItems.create(project.id, { title, content });
          numbers.set(id, start + index);
        }
      });
    }
    return async (query) => {
      const found = await store.contextItems.search(project.id, query, LIMIT);
      return found.items.map(({ id }) => numbers.get(id) ?? -1);
    };
  };
  return { createSearch, close: () => store.close() };
}

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const { data, module } = readOptions(values.data === undefined ? [] : ['--data', values.data]);
const { pages, queries } = readRetrievalData(data);
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
  const database = await openDatabase(kind);
  const { createSearch, close } = await createStoreSearch(database.url);
  await measure(kind, createSearch);
  await close();
  await database.close();
}
if (new Set(lines).size > 1) process.exitCode = 1;
