import { createSearchIndex } from '@context-sync/search';
import { selectByTier } from '@context-sync/test-tier';
import { expect, it } from 'vitest';
import type { ServiceStore } from '../../../areas.ts';
import { ANN, populate } from '../../../testing/service.fixture.ts';
import { openTestStore } from './database.fixture.ts';
import { createRandom } from './random.fixture.ts';

/** Number of changes of each project. Some of them write more sections than a segment contains. */
const CHANGES = selectByTier(12, 80);
const WORDS = ['key', 'webhook', 'rotation', 'the', 'rate_limit', 'listUserKeys', '認証キー', 'v1.2.3', '429', 'zebra'];

interface Text {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
}

/** The texts of a project, in the order in which a search returns texts with equal scores. */
interface Expected {
  pages: Text[];
  readonly items: Text[];
}

/** Writes and deletes pages with many or few sections, changes whether they are public, and adds context items. */
async function changeProject(store: ServiceStore, projectId: string, seed: number): Promise<Expected> {
  const random = createRandom(seed);
  const pick = () => WORDS[Math.floor(random() ** 2 * WORDS.length)] ?? '';
  const words = (max: number) => Array.from({ length: Math.floor(random() * max) }, pick).join(' ');
  const expected: Expected = { pages: [], items: [] };
  for (let change = 0; change < CHANGES; change += 1) {
    const path = `page-${Math.floor(random() * 6)}`;
    const isPublic = random() < 0.5;
    const size = random() < 0.2 ? 600 : Math.floor(random() * 40);
    const sections = Array.from({ length: size }, () => ({ title: `Title ${words(3)}`, content: words(20) }));
    const isDeleted = random() < 0.2;
    const page = { title: path, description: '', markdown: String(change), public: isPublic, order: 0, source: null };
    const item = { title: `Item ${words(3)}`, content: words(20), public: random() < 0.5 };
    const id = await store.transaction(async ({ docs, contextItems }) => {
      const rendering = { html: '', outline: [], version: 1, sections };
      await docs.applyBatch(projectId, [isDeleted ? { path, page: null } : { path, page, rendering, movedFrom: null }]);
      return (await contextItems.create(projectId, item)).id;
    });
    expected.items.push({ id, ...item });
    const others = expected.pages.filter((each) => each.id !== path);
    const added = isDeleted ? [] : sections.map((section) => ({ id: path, ...section, public: isPublic }));
    expected.pages = [...others, ...added];
  }
  return expected;
}

function searchInMemory({ pages, items }: Expected, query: string, publicOnly: boolean) {
  const texts = [...pages, ...items].filter((text) => text.public || !publicOnly);
  const { matched, results } = createSearchIndex(texts.map((text, place) => ({ ...text, id: String(place) }))).search(
    query,
    { limit: 30 },
  );
  return { matched, texts: results.map(({ id, score }) => ({ id: texts[Number(id)]?.id, score })) };
}

async function search(store: ServiceStore, projectId: string, query: string, publicOnly: boolean) {
  const { matched, texts } = await store.projectSearch.find(projectId, query, { limit: 30, publicOnly });
  return {
    matched,
    texts: texts.map((text) => ({ id: text.kind === 'item' ? text.id : text.owner, score: text.score })),
  };
}

it('after any changes, project search ranks pages and items as one index in memory does, regardless of other projects', async () => {
  const { store, rows } = await openTestStore();
  await populate(store);
  const random = createRandom(5);
  const projects: { readonly id: string; readonly expected: Expected }[] = [];
  for (const slug of ['first-project', 'second-project', 'third-project']) {
    await store.accounts.createProject(slug, slug, ANN);
    const id = (await store.accounts.projectBySlug(slug)).id;
    projects.push({ id, expected: await changeProject(store, id, projects.length + 1) });
  }
  const [{ n = 0 } = {}] = await rows('SELECT count(*) AS n FROM search_segments');
  expect(Number(n)).toBeGreaterThan(0);
  for (let each = 0; each < 30; each += 1) {
    const query = Array.from(
      { length: 1 + Math.floor(random() * 3) },
      () => WORDS[Math.floor(random() * WORDS.length)] ?? '',
    ).join(' ');
    const publicOnly = random() < 0.5;
    for (const { id, expected } of projects)
      expect(await search(store, id, query, publicOnly), query).toEqual(searchInMemory(expected, query, publicOnly));
  }
}, 60_000);
