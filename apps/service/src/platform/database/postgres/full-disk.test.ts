import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../app.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { ITEM, populate, projectPath } from '../../../testing/service.fixture.ts';
import { type PostgresServer, query, startPostgres } from './server.fixture.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

/** Makes PostgreSQL reject each new context item with the error of a full disk. */
const FILL_DISK = `
  CREATE FUNCTION report_full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON context_items FOR EACH ROW EXECUTE FUNCTION report_full_disk();`;

it('a full disk of PostgreSQL is named in the response, in the report and in the response of /ready', async () => {
  const url = await server.database();
  const store = await openPostgresStore(url);
  onTestFinished(() => store.close());
  const reportedErrors: unknown[] = [];
  const app = createApp(store, (error) => reportedErrors.push(error));
  const { ann } = await populate(store);
  const sendRequest = (method: string, path: string, json?: unknown) =>
    app.request(path, {
      method,
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  const addItem = () => sendRequest('POST', projectPath('/context'), ITEM);

  await query(url, FILL_DISK);
  const response = await addItem();
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({
    error: { message: 'The disk of the PostgreSQL database is full, and the request was not executed' },
  });
  expect(reportedErrors.splice(0)).toMatchObject([
    {
      message: 'The disk of the PostgreSQL database is full: could not extend file "base/1/2": No space left on device',
    },
  ]);
  const ready = await sendRequest('GET', '/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ error: { message: 'The disk of the PostgreSQL database is full' } });

  await query(url, 'DROP TRIGGER full_disk ON context_items');
  expect((await addItem()).status).toBe(201);
  // A failed check is repeated after a second.
  await expect.poll(async () => (await sendRequest('GET', '/ready')).status).toBe(200);
  expect(reportedErrors).toEqual([]);
});
