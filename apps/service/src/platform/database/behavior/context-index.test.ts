import { createSearchIndex, type SearchResults } from '@context-sync/search';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import type { ServiceStore } from '../../../areas.ts';
import { ANN, FOREIGN_PROJECT, OWN_PROJECT, populate, SECOND_PROJECT } from '../../../testing/service.fixture.ts';
import { openTestStore } from './database.fixture.ts';
import { createRandom } from './random.fixture.ts';

/** Number of collections of random projects. */
const COLLECTIONS = selectByTier(3, 25);
/** Number of changes. Segments of 256 items are created, and some of them lose so many items that they are merged. */
const CHANGES = selectByTier(1_500, 6_000);
const QUERIES = [
  'webhook rotation',
  'how do I rotate the keys?',
  'key',
  'rate_limit',
  'listUserKeys',
  '認証キー',
  'v1.2.3 limit',
  'zebra',
];
const WORDS = [
  'key',
  'webhook',
  'rotation',
  'delivery',
  'limit',
  'the',
  'rotate',
  'rate_limit',
  'listUserKeys',
  '認証キー',
  'v1.2.3',
  '429',
];

interface Item {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
}

/** Creates random items. Words that come later in the word list are rarer. */
function createItems(seed: number) {
  const random = createRandom(seed);
  const pick = () => WORDS[Math.floor(random() ** 2 * WORDS.length)] ?? '';
  const words = (max: number) => Array.from({ length: Math.floor(random() * max) }, pick).join(' ');
  return { random, item: () => ({ title: `Item ${words(3)}`, content: words(30), public: random() < 0.5 }) };
}

async function openProjects() {
  const { store, rows } = await openTestStore();
  await populate(store);
  const projects = await store.accounts.projects();
  const getId = (slug: string) => {
    const project = projects.find((each) => each.slug === slug);
    if (!project) throw new Error(`there is no project ${slug}`);
    return project.id;
  };
  return { store, rows, own: getId(OWN_PROJECT), others: [getId(SECOND_PROJECT), getId(FOREIGN_PROJECT)] };
}

/** Creates a project. Returns its id. */
async function createProject({ accounts }: ServiceStore, slug: string): Promise<string> {
  await accounts.createProject(slug, slug, ANN);
  const project = (await accounts.projects()).find((each) => each.slug === slug);
  if (!project) throw new Error(`there is no project ${slug}`);
  return project.id;
}

/** Returns a random query. At least one of its words is probably rare in the searched project and frequent in other projects. */
function createQuery(random: () => number): string {
  const pick = () => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  return Array.from({ length: 1 + Math.floor(random() * 4) }, pick).join(' ');
}

/** Creates, replaces and deletes items at random, with more creations at the start and more deletions at the end. */
async function changeItems(store: ServiceStore, projectId: string, seed: number, changes: number): Promise<Item[]> {
  const { random, item } = createItems(seed);
  const items = new Map<string, Item>();
  for (let done = 0; done < changes; done += 100) {
    await store.transaction(async ({ contextItems }) => {
      for (let change = done; change < Math.min(changes, done + 100); change += 1) {
        const ids = [...items.keys()];
        const id = ids[Math.floor(random() * ids.length)];
        const kind = random();
        if (id === undefined || kind < 0.9 - (0.8 * change) / changes) {
          const text = item();
          const created = await contextItems.create(projectId, text);
          items.set(created.id, { id: created.id, ...text });
        } else if (kind < 0.95 - (0.4 * change) / changes) {
          const text = item();
          await contextItems.replace(projectId, id, text);
          items.set(id, { id, ...text });
        } else {
          await contextItems.delete(projectId, id);
          items.delete(id);
        }
      }
    });
  }
  return [...items.values()];
}

type Found = Pick<SearchResults, 'matched'> & {
  readonly results: readonly { readonly id: string; readonly score: number }[];
};

async function search(store: ServiceStore, projectId: string, query: string, publicOnly: boolean): Promise<Found> {
  const { matched, items } = await store.contextItems.search(projectId, query, 20, { publicOnly });
  return { matched, results: items.map(({ id, score }) => ({ id, score })) };
}

function searchInMemory(items: readonly Item[], query: string, publicOnly: boolean): Found {
  const index = createSearchIndex(items.filter((item) => item.public || !publicOnly));
  const { matched, results } = index.search(query, { limit: 20 });
  return { matched, results: results.map(({ id, score }) => ({ id, score })) };
}

describe('the index of context items', () => {
  it('after any changes, context search returns the same order and scores as an index in memory, regardless of other projects', async () => {
    const { store, rows, own, others } = await openProjects();
    const items = await changeItems(store, own, 1, CHANGES);
    const expectSame = async () => {
      for (const query of QUERIES) {
        for (const publicOnly of [false, true]) {
          const expected = searchInMemory(items, query, publicOnly);
          expect(await search(store, own, query, publicOnly), query).toEqual(expected);
        }
      }
    };
    await expectSame();
    const [{ n = 0 } = {}] = await rows('SELECT count(*) AS n FROM context_segments');
    expect(Number(n)).toBeGreaterThan(0);
    for (const [index, other] of others.entries()) await changeItems(store, other, 2 + index, 600);
    await expectSame();
  });

  it('the content of a project never affects the results and scores of another project', async () => {
    const { store } = await openProjects();
    const random = createRandom(11);
    for (let collection = 0; collection < COLLECTIONS; collection += 1) {
      const projects = await Promise.all(
        Array.from({ length: 2 + Math.floor(random() * 4) }, (_, index) =>
          createProject(store, `${collection}-${index}`),
        ),
      );
      // Some projects have no items, some have only waiting items, and some also have segments.
      const sizes = projects.map(() => Math.floor(random() ** 3 * 700));
      const contents = await Promise.all(
        projects.map((id, index) => changeItems(store, id, collection * 10 + index, sizes[index] ?? 0)),
      );
      for (let each = 0; each < 12; each += 1) {
        const query = createQuery(random);
        const publicOnly = random() < 0.3;
        const found = await Promise.all(projects.map((id) => search(store, id, query, publicOnly)));
        expect(found, query).toEqual(contents.map((items) => searchInMemory(items, query, publicOnly)));
      }
    }
  });

  it('concurrent changes of two stores leave an index that contains each item once', async () => {
    const { store, another, rows } = await openTestStore();
    const keys = await populate(store);
    expect(keys.ann).toBeDefined();
    const project = (await store.accounts.projects()).find(({ slug }) => slug === OWN_PROJECT);
    const id = project?.id ?? '';
    const stores = [store, await another()];
    const { item } = createItems(9);
    const createdItems = await Promise.all(
      Array.from({ length: 600 }, (_, number) => stores[number % 2]?.contextItems.create(id, item())),
    );
    await Promise.all(
      createdItems.map(async (each, number) => {
        const changed = stores[(number + 1) % 2]?.contextItems;
        if (number % 3 === 0) await changed?.delete(id, each?.id ?? '');
        else if (number % 3 === 1) await changed?.replace(id, each?.id ?? '', item());
      }),
    );
    const items = (await store.contextItems.list(id, { limit: 1_000 })) ?? [];
    expect(items).toHaveLength(400);
    for (const query of QUERIES) {
      expect(await search(store, id, query, false), query).toEqual(searchInMemory(items, query, false));
    }
    const [{ n } = {}] = await rows(
      'SELECT (SELECT count(*) FROM context_waiting) + (SELECT count(*) FROM context_segment_items) AS n',
    );
    expect(Number(n)).toBe(400);
  });

  it('after all items are deleted, the index contains none of their words', async () => {
    const { store, rows, own } = await openProjects();
    const items = await changeItems(store, own, 4, 700);
    for (const { id } of items) await store.contextItems.delete(own, id);
    for (const table of ['context_waiting', 'context_segment_items', 'context_segments', 'context_segment_words']) {
      expect(await rows(`SELECT * FROM ${table}`), table).toEqual([]);
    }
  });

  it('a restored backup finds the same items with the same scores', async () => {
    const { store, own } = await openProjects();
    await changeItems(store, own, 5, 400);
    const backup: Parameters<Parameters<typeof store.backup.each>[0]>[0][] = [];
    await store.backup.each(async (row) => void backup.push(row));
    const restoredStore = (await openTestStore()).store;
    await restoredStore.backup.restore(
      (async function* () {
        yield* backup;
      })(),
    );
    for (const query of QUERIES) {
      expect(await search(restoredStore, own, query, false), query).toEqual(await search(store, own, query, false));
    }
  });
});
