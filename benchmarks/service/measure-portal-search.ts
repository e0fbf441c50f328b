// This program measures the search of the docs portal: 50,000 texts of one project, half of them sections of pages and half public context items, and
// an OpenAPI document of 2,000 operations. It starts the built service for each database, sends requests one after another, and prints p50 and p95.
// The exit code is 1 if a search takes more than 20 ms (p95) or a page of the reference more than 50 ms.
// node benchmarks/service/measure-portal-search.ts [--texts 50000] [--operations 2000]
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RENDERER_VERSION } from '../../apps/service/build/areas/docs/docs-renderer.js';
import { openStore } from '../../apps/service/build/index.js';
import { openDatabase } from './databases.ts';
import { computePercentile } from './percentile.ts';
import { startService } from './start-service.ts';

const MAX_SEARCH_MS = 20;
const MAX_PAGE_MS = 50;
const REQUESTS = 200;
const EMAIL = 'ann@example.com';
const SLUG = 'measured';
const SECTIONS_PER_PAGE = 10;

const { values } = parseArgs({
  options: { texts: { type: 'string', default: '50000' }, operations: { type: 'string', default: '2000' } },
});
const [texts, operations] = [Number(values.texts), Number(values.operations)];

/** Returns a text in which a few words are frequent and most words are rare, as in natural language. */
function createText(seed: number, words: number): string {
  let state = seed * 2_654_435_761;
  return Array.from({ length: words }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return `word${Math.floor((state / 2 ** 32) ** 3 * 20_000)}`;
  }).join(' ');
}

for (const kind of ['sqlite', 'postgres'] as const) {
  const database = await openDatabase(kind);
  const store = await openStore(database.url);
  await store.accounts.createUser(EMAIL);
  await store.accounts.createProject(SLUG, SLUG, EMAIL);
  const { id } = await store.accounts.projectBySlug(SLUG);
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, index) => [
      `/things/${index}`,
      {
        get: {
          operationId: `getThing${index}`,
          summary: createText(index, 5),
          tags: [`tag ${index % 20}`],
          responses: {},
        },
      },
    ]),
  );
  const document = { openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' }, paths };
  const text = JSON.stringify(document);
  await store.transaction(({ apiDescriptions }) => apiDescriptions.put(id, { text, format: 'json' }));
  const settings = { ...(await store.docs.settings(id)), published: true, publicReference: true };
  await store.transaction(({ docs }) => docs.putSettings(id, settings));
  const half = texts / 2;
  for (let start = 0; start < half; start += 500) {
    await store.transaction(async ({ docs, contextItems }) => {
      const pages = Array.from({ length: 500 / SECTIONS_PER_PAGE }, (_, index) => {
        const number = start / SECTIONS_PER_PAGE + index;
        const sections = Array.from({ length: SECTIONS_PER_PAGE }, (_each, section) => {
          const seed = number * SECTIONS_PER_PAGE + section;
          return { title: createText(seed, 4), content: createText(seed + 1, 120) };
        });
        const page = { title: `Page ${number}`, description: '', markdown: '', public: true, order: 0, source: null };
        const rendering = { html: '', outline: [], version: RENDERER_VERSION, sections };
        return { path: `pages/p${number}`, page, rendering, movedFrom: null };
      });
      await docs.applyBatch(id, pages);
      for (let index = start; index < start + 500; index += 1)
        await contextItems.create(id, {
          title: createText(index, 4),
          content: createText(index + 7, 120),
          public: true,
        });
    });
  }
  const service = await startService(database.url);
  // The service finds the operations of the document after its start.
  while ((await store.apiDescriptions.unindexed()).length > 0) await setTimeout(100);
  const measure = async (name: string, limit: number, getPath: (request: number) => string) => {
    const times: number[] = [];
    for (let request = -20; request < REQUESTS; request += 1) {
      const startedAt = performance.now();
      const response = await fetch(`${service.url}/p/${SLUG}${getPath(request + 20)}`);
      await response.text();
      if (response.status !== 200) throw new Error(`${getPath(request)} responded with ${response.status}`);
      if (request >= 0) times.push(performance.now() - startedAt);
    }
    const [p50, p95] = [computePercentile(times, 0.5), computePercentile(times, 0.95)];
    console.log(
      `${kind}, ${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (limit ${limit}), load ${loadavg()[0]?.toFixed(1)}`,
    );
    if (p95 > limit) process.exitCode = 1;
  };
  await measure(
    'search, two words',
    MAX_SEARCH_MS,
    (request) => `/search?q=${encodeURIComponent(createText(request, 2))}`,
  );
  await measure(
    'search, a sentence',
    MAX_SEARCH_MS,
    (request) => `/search?q=how+do+i+${encodeURIComponent(createText(request, 4))}`,
  );
  await measure('page of an operation', MAX_PAGE_MS, (request) => `/reference/get-thing${request * 7}`);
  await measure('overview of the reference', MAX_PAGE_MS, () => '/reference');
  await service.stop();
  await store.close();
  await database.close();
}
