import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../../open-store.ts';
import { populate, projectPath } from '../../../testing/service.fixture.ts';
import { getRows, scratchFolder } from '../behavior/database.fixture.ts';
import { createLoad } from '../behavior/load.fixture.ts';
import { startServiceProcess } from '../behavior/process.fixture.ts';

it('two processes write to one SQLite file without losing data or blocking each other', async () => {
  const file = join(scratchFolder(), 'service.db');
  const store = openSqliteStore(file);
  const keys = await populate(store);
  await store.close();
  const services = await Promise.all([startServiceProcess(file), startServiceProcess(file)]);
  const loads = services.map(() => createLoad(keys.ann));
  const ends = services.map(({ url }, index) => loads[index]?.run(`${url}`));
  while (loads.some(({ acknowledged }) => acknowledged.size <= 20)) await setTimeout(5);
  for (const end of ends) await end?.();
  const [first, second] = loads.map(({ acknowledged }) => acknowledged.size);
  expect(loads.map(({ inDoubt }) => inDoubt)).toEqual([[], []]);
  expect(Math.min(first ?? 0, second ?? 0)).toBeGreaterThan(20);

  // Both loads use the same names and the same API key, so a write that both loads sent with the same name must have been executed only once.
  const names = new Set(loads.flatMap(({ acknowledged }) => [...acknowledged]));
  const writtenNames = [
    ...getRows(file, 'SELECT title AS name FROM context_items'),
    ...getRows(file, 'SELECT url AS name FROM logs'),
  ].map(({ name }) => String(name));
  expect(writtenNames.sort()).toEqual([...names].sort());
  for (const { url } of services) {
    const page = await fetch(`${url}${projectPath('/context?limit=500')}`, {
      headers: { authorization: `Bearer ${keys.ann}` },
    });
    const { items } = (await page.json()) as { items: unknown[] };
    expect(items).toHaveLength(Math.min(500, getRows(file, 'SELECT id FROM context_items').length));
  }
  expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
  expect(getRows(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});
