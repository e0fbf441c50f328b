import { expect } from 'vitest';
import { reindexItems } from '../../../areas/context/reindex.ts';
import type { ServiceStore } from '../../../areas.ts';

const PROJECT = 'prj_1';
/** Number of items. It is larger than one batch of the reindexing. */
const COUNT = 250;

/** Items with phrases in a script without spaces, which an earlier version indexed as one word. */
const ITEMS = Array.from({ length: COUNT }, (_, index) =>
  index % 2 === 0
    ? { title: `認証キーの設定${index}`, content: '鍵を作成', words: `'認証キーの設定${index}':1A '鍵を作成':2` }
    : { title: `Rotate ${index}`, content: 'Keys', words: `'rotat':1A '${index}':2A 'kei':3` },
);

/**
 * Returns SQL that inserts the items in the format of the earlier version.
 * @param kept returns additional columns of an item that the database stores
 */
export function insertEarlierItems(kept: (words: string) => Readonly<Record<string, string>>): string {
  const at = '2026-01-01T00:00:00.000Z';
  const rows = ITEMS.map(({ title, content, words }, index) => {
    const columns = { id: `ctx_${index}`, project_id: PROJECT, title, content, created_at: at, updated_at: at };
    return { ...columns, ...kept(`'project:${PROJECT}' ${words}`) };
  });
  const quoteWord = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const values = rows.map((row) => `(false, ${Object.values(row).map(quoteWord).join(', ')})`);
  return `
    INSERT INTO projects (id, slug, name, created_at) VALUES ('${PROJECT}', 'octo-api', 'Octo', '${at}');
    INSERT INTO context_items (public, ${Object.keys(rows[0] ?? {}).join(', ')}) VALUES ${values.join(', ')}`;
}

/** Checks that a search for parts of an item's words finds the item, for every item. */
export async function expectEarlierItemsFound({ contextItems }: ServiceStore): Promise<void> {
  const search = async (query: string) => {
    const { matched, items } = await contextItems.search(PROJECT, query, COUNT);
    return { matched, items: items.length };
  };
  for (const query of ['認証', 'キー', '設定', '認証キーの設定', '鍵', 'rotating keys']) {
    expect(await search(query), query).toEqual({ matched: 'all', items: COUNT / 2 });
  }
  expect(await search('設定 248')).toEqual({ matched: 'all', items: 1 });
  expect(await search('認証 247')).toMatchObject({ matched: 'some' });
}

/** Reindexes some of the items and stops, as if the process had ended during its start. */
export async function indexSome(store: ServiceStore): Promise<void> {
  expect(await store.contextItems.reindex(7)).toBe(7);
  expect(await store.contextItems.reindex(7)).toBe(7);
}

/** Checks that a search finds changed items only by their current text, and finds no deleted items. */
export async function expectChangesKept(store: ServiceStore): Promise<void> {
  await store.contextItems.replace(PROJECT, 'ctx_0', { title: '料金', content: '' });
  expect(await store.contextItems.delete(PROJECT, 'ctx_2')).toBe(true);
  await reindexItems(store);
  const titles = async (query: string) =>
    (await store.contextItems.search(PROJECT, query, COUNT)).items.map(({ title }) => title);
  expect(await titles('料金')).toEqual(['料金']);
  expect(await titles('認証')).toHaveLength(COUNT / 2 - 2);
}
