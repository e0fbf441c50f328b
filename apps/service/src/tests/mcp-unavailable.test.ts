import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../platform/database/store-unavailable-error.ts';
import { call, ERAS, openMcp } from '../testing/mcp.fixture.ts';
import { ITEM } from '../testing/service.fixture.ts';

const MESSAGE = 'The service cannot reach its database and did not execute the request';
/** An error for the operator. Its message contains the host and port of the database, which clients must not see. */
const DOWN = new StoreUnavailableError('connect ECONNREFUSED 10.0.0.5:5432');
const UNEXPECTED_ERROR = new Error('secret of the database');

describe.each(ERAS)('database errors during an MCP call (%s)', (era) => {
  it.each([
    ['unavailable database', DOWN, `${MESSAGE}; try again in 5 seconds`],
    ['internal error', UNEXPECTED_ERROR, 'The service failed unexpectedly; try again, or report it to its operator'],
  ])(
    'a database error is reported, but its message is hidden from the MCP client: %s',
    async (_name, error, message) => {
      const { connect, create, store, reported } = await openMcp();
      const { id } = await create(ITEM);
      const client = await connect(era);
      const { search, list, get } = store.contextItems;
      Object.assign(store.contextItems, {
        search: () => Promise.reject(error),
        list: () => Promise.reject(error),
        get: () => Promise.reject(error),
      });
      expect(await call(client, 'search_context', { project: 'octo-api', query: 'x' })).toMatchObject({
        isError: true,
        text: message,
      });
      await expect(client.listResources({})).rejects.toMatchObject({ message: expect.stringContaining(message) });
      const read = client.readResource({ uri: `context-sync://octo-api/context/${id}` });
      const readError: unknown = await read.catch((reason: unknown) => reason);
      expect(String(readError)).toContain(message);
      expect(String(readError)).not.toMatch(/ECONNREFUSED|secret/);
      expect(reported.splice(0)).toEqual([error, error, error]);
      Object.assign(store.contextItems, { search, list, get });
      expect(await call(client, 'search_context', { project: 'octo-api', query: 'key' })).toMatchObject({
        isError: false,
      });
    },
  );
});

it('the MCP endpoint returns 503 with the usual error body while the database is unavailable', async () => {
  const { url, keys, close, reported } = await openMcp();
  await close();
  for (const key of [keys.ann, null]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toEqual({
      error: { code: 'unavailable', message: MESSAGE, requestId: expect.stringMatching(/./) },
    });
  }
  expect(reported.splice(0)).toHaveLength(2);
});
