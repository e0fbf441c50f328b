import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { parseBaseUrl } from '../client/base-url.ts';
import { createTransport } from '../client/http-transport.ts';
import { createContextItemExtensions } from './context-items.ts';

/** Lists the items of a server. The link on each page contains the cursor that `readNext` returns. */
async function list(getNext: (after: string) => string | null): Promise<string[]> {
  const server = createServer((request, response) => {
    const after = new URL(request.url ?? '', 'http://host').searchParams.get('after') ?? '';
    response.end(JSON.stringify({ items: [{ id: `after-${after}`, title: 'T' }], next: getNext(after) }));
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = parseBaseUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const send = createTransport({ baseUrl, apiKey: 'key' });
  const ids: string[] = [];
  for await (const items of createContextItemExtensions(send).listContextItems('octo-api')) {
    ids.push(...items.map(({ id }) => id));
  }
  return ids;
}

it('listing items requests all pages', async () => {
  expect(await list((after) => ({ '': 'a', a: 'b' })[after] ?? null)).toEqual(['after-', 'after-a', 'after-b']);
});

it.each([
  ['to itself', { '': 'a', a: 'a' }],
  ['to an earlier one', { '': 'a', a: 'b', b: 'a' }],
])('listing items fails if a page links back %s', async (_where, next) => {
  await expect(list((after) => (next as Record<string, string>)[after] ?? null)).rejects.toThrow(
    /links to an earlier page/,
  );
});
