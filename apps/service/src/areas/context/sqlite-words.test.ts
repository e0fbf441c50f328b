import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../open-store.ts';
import { scratchFolder } from '../../platform/database/behavior/database.fixture.ts';
import { OWN_PROJECT, populate } from '../../testing/service.fixture.ts';

/** Number of items. It is larger than the maximum that a query ranks. */
const MANY = 4_100;

it('SQLite context search finds rare words even if other query words are too frequent to rank', async () => {
  const store = openSqliteStore(join(scratchFolder(), 'service.db'));
  onTestFinished(() => store.close());
  await populate(store);
  const projects = await store.accounts.projects();
  const own = projects.find(({ slug }) => slug === OWN_PROJECT)?.id;
  const other = projects.find(({ slug }) => slug !== OWN_PROJECT)?.id;
  if (own === undefined || other === undefined) throw new Error('the projects are not there');
  await store.transaction(async ({ contextItems }) => {
    const add = (project: string, title: string, content: string) =>
      contextItems.create(project, { title, content, public: false });
    for (let number = 0; number < MANY; number += 1) await add(own, `Page ${number}`, 'Every page speaks of requests.');
    await add(own, 'Webhooks', 'Requests are signed with a secret.');
    await add(other, 'Elsewhere', 'Quotas.');
  });
  const titles = async (query: string) =>
    (await store.contextItems.search(own, query, 3)).items.map(({ title }) => title);

  expect(await titles('requests with secrets and what is nowhere')).toEqual(['Webhooks']);
  expect(await titles('requests signed')).toEqual(['Webhooks']);
  // For a word in all items, any order of results is correct. Words of another project must not hide results.
  expect(await titles('requests')).toHaveLength(3);
  expect(await titles('requests and quotas nowhere')).toHaveLength(3);
});
