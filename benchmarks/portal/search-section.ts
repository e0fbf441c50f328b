import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { RENDERER_VERSION } from '../../apps/service/src/areas/docs/docs-renderer.ts';
import type { Goal, Section } from '../report/report-section.ts';
import { openDatabase } from '../service/databases.ts';
import type { StoreName } from '../service/options.ts';
import { computePercentile } from '../service/percentile.ts';
import { type BenchService, startService } from '../service/start-service.ts';
import { createPortalProject, createText, SLUG } from './portal-project.ts';

const MAX_SEARCH_MS = 20;
const MAX_PAGE_MS = 50;
const REQUESTS = 200;
const WARM_UP_REQUESTS = 20;
const SECTIONS_PER_PAGE = 10;
const TEXTS_PER_TRANSACTION = 500;

interface RequestCase {
  readonly name: string;
  /** Goal for p95 in milliseconds. */
  readonly limit: number;
  readonly getPath: (request: number) => string;
}

const createCases = (operations: number): readonly RequestCase[] => [
  {
    name: 'search, two words',
    limit: MAX_SEARCH_MS,
    getPath: (request) => `/search?q=${encodeURIComponent(createText(request, 2))}`,
  },
  {
    name: 'search, a sentence',
    limit: MAX_SEARCH_MS,
    getPath: (request) => `/search?q=how+do+i+${encodeURIComponent(createText(request, 4))}`,
  },
  {
    name: 'page of an operation',
    limit: MAX_PAGE_MS,
    getPath: (request) => `/reference/get-thing${(request * 7) % operations}`,
  },
  { name: 'overview of the reference', limit: MAX_PAGE_MS, getPath: () => '/reference' },
];

/** Measures the search of a portal with half of the texts on pages and half as context items, and the pages of a large API reference. */
export async function measureSearch(stores: readonly StoreName[], texts: number, operations: number): Promise<Section> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const name of stores) {
    const database = await openDatabase(name);
    const project = await createPortalProject(database);
    await fill(project, texts, operations);
    const service = await startService(database.url);
    // The service finds the operations of the document after its start.
    while ((await project.store.apiDescriptions.unindexed()).length > 0) await setTimeout(100);
    for (const requestCase of createCases(operations)) {
      const { times, cpuMs } = await measureCase(service, requestCase);
      const [p50, p95] = [computePercentile(times, 0.5), computePercentile(times, 0.95)];
      const load = loadavg()[0]?.toFixed(1) ?? '';
      rows.push([`${requestCase.name}, ${name}`, p50.toFixed(1), p95.toFixed(1), cpuMs.toFixed(1), load]);
      goals.push({
        goal: `${requestCase.name}, ${name}: p95 at most ${requestCase.limit} ms`,
        measured: `${p95.toFixed(1)} ms`,
        met: p95 <= requestCase.limit,
      });
    }
    await service.stop();
    await project.store.close();
    await database.close();
  }
  const amounts = `${texts.toLocaleString('en')} texts and ${operations.toLocaleString('en')} operations`;
  return {
    title: `Search and API reference with ${amounts}`,
    notes: [
      `A project contains ${amounts}. Half of the texts are sections of pages, and half are public context items. The requests are sent one after another. CPU is the CPU time of the service per request.`,
    ],
    tables: [{ caption: 'Times', head: ['request', 'p50 ms', 'p95 ms', 'ms of CPU', 'load'], rows }],
    goals,
  };
}

async function measureCase(service: BenchService, { getPath }: RequestCase) {
  const times: number[] = [];
  let cpuBefore = 0;
  for (let request = 0; request < WARM_UP_REQUESTS + REQUESTS; request += 1) {
    if (request === WARM_UP_REQUESTS) cpuBefore = service.cpuMicroseconds();
    const startedAt = performance.now();
    const response = await fetch(`${service.url}/p/${SLUG}${getPath(request)}`);
    await response.text();
    if (response.status !== 200) throw new Error(`${getPath(request)} responded with ${response.status}`);
    if (request >= WARM_UP_REQUESTS) times.push(performance.now() - startedAt);
  }
  return { times, cpuMs: (service.cpuMicroseconds() - cpuBefore) / 1_000 / REQUESTS };
}

type PortalProject = Awaited<ReturnType<typeof createPortalProject>>;

async function fill({ store, id }: PortalProject, texts: number, operations: number): Promise<void> {
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
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' }, paths });
  await store.transaction(({ apiDescriptions }) => apiDescriptions.put(id, { text, format: 'json' }));
  for (let start = 0; start < texts / 2; start += TEXTS_PER_TRANSACTION) {
    await store.transaction(async ({ docs, contextItems }) => {
      const pages = Array.from({ length: TEXTS_PER_TRANSACTION / SECTIONS_PER_PAGE }, (_, index) =>
        createPage(start / SECTIONS_PER_PAGE + index),
      );
      await docs.applyBatch(id, pages);
      for (let index = start; index < start + TEXTS_PER_TRANSACTION; index += 1) {
        const item = { title: createText(index, 4), content: createText(index + 7, 120), public: true };
        await contextItems.create(id, item);
      }
    });
  }
}

function createPage(number: number) {
  const sections = Array.from({ length: SECTIONS_PER_PAGE }, (_, section) => {
    const seed = number * SECTIONS_PER_PAGE + section;
    return { title: createText(seed, 4), content: createText(seed + 1, 120) };
  });
  const page = { title: `Page ${number}`, description: '', markdown: '', public: true, order: 0, source: null };
  const rendering = { html: '', outline: [], version: RENDERER_VERSION, sections };
  return { path: `pages/p${number}`, page, rendering, movedFrom: null };
}
