import { openStore } from '../../apps/service/src/open-store.ts';
import { openDatabase } from './databases.ts';
import type { StoreName } from './options.ts';

const ITEMS_PER_TRANSACTION = 200;
const EMAIL = 'ann@example.com';

interface Item {
  readonly key: string;
  readonly title: string;
  readonly content: string;
}

/** A document with its items, as a sync sends them. */
export interface PushedDocument {
  readonly path: string;
  readonly items: readonly Item[];
}

/** A project of the service that is synced commit by commit. */
export interface SyncedProject {
  /** Stores the items, replaces the changed ones and deletes those that no longer exist. */
  push(documents: readonly PushedDocument[]): Promise<void>;
  /** Searches for each question, and returns the document paths of the first items. */
  search(questions: readonly string[], limit: number): Promise<string[][]>;
  close(): Promise<void>;
}

/** Opens a project of an empty service. */
export async function openProject(store: StoreName): Promise<SyncedProject> {
  const database = await openDatabase(store);
  const service = await openStore(database.url);
  await service.accounts.createUser(EMAIL);
  await service.accounts.createProject('docs', 'docs', EMAIL);
  const project = (await service.accounts.projects())[0];
  if (!project) throw new Error('there is no project');
  const pushedItems = new Map<string, Item & { readonly id: string }>();
  const paths = new Map<string, string>();
  return {
    async push(documents) {
      const items = documents.flatMap(({ path, items: own }) => own.map((item) => ({ ...item, path })));
      const wantedKeys = new Set(items.map(({ key }) => key));
      const changedItems = items.filter(({ key, title, content }) => {
        const known = pushedItems.get(key);
        return known?.title !== title || known.content !== content;
      });
      for (let start = 0; start < changedItems.length; start += ITEMS_PER_TRANSACTION) {
        await service.transaction(async ({ contextItems }) => {
          for (const { key, title, content, path } of changedItems.slice(start, start + ITEMS_PER_TRANSACTION)) {
            const knownItem = pushedItems.get(key);
            const storedItem = knownItem
              ? await contextItems.replace(project.id, knownItem.id, { title, content })
              : await contextItems.create(project.id, { title, content });
            if (!storedItem) throw new Error(`the item ${key} is missing`);
            pushedItems.set(key, { key, title, content, id: storedItem.id });
            paths.set(storedItem.id, path);
          }
        });
      }
      const removedItems = [...pushedItems.values()].filter(({ key }) => !wantedKeys.has(key));
      await service.transaction(async ({ contextItems }) => {
        for (const { key, id } of removedItems) {
          await contextItems.delete(project.id, id);
          pushedItems.delete(key);
        }
      });
    },
    async search(questions, limit) {
      const foundTitles: string[][] = [];
      for (const question of questions) {
        const { items } = await service.contextItems.search(project.id, question, limit);
        foundTitles.push(items.map(({ id }) => paths.get(id) ?? ''));
      }
      return foundTitles;
    },
    async close() {
      await service.close();
      await database.close();
    },
  };
}
