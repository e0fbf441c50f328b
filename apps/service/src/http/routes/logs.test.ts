import { describe, expect, it } from 'vitest';
import { hashKey } from '../../access/keys.ts';
import { createApp } from '../app.ts';
import { ANN, at, FOREIGN, LOG, NOWHERE, OWN, openService, refusal, SECOND } from '../service.fixture.ts';

interface Summary {
  readonly id: string;
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly groupEmail: string | null;
  readonly timestamp: string;
}
type Log = Summary & { readonly request: unknown; readonly response: unknown };

const ANNS = 'ann+team@example.com';
const BOBS = 'bob@example.com';

/** Captured requests, named by the last letter of their URL, which tells the order of their times: `e` is the newest. */
const CAPTURED = [
  { status: 404, method: 'POST', url: 'https://api.example.com/orders/c', groupEmail: ANNS, timestamp: march('12:00') },
  { status: 200, method: 'GET', url: 'https://api.example.com/pets/a', groupEmail: ANNS, timestamp: march('10:00') },
  { status: 500, method: 'DELETE', url: 'https://api.example.com/100%25_ok/d', timestamp: march('13:00') },
  { status: 404, method: 'GET', url: 'https://api.example.com/pets/b', groupEmail: BOBS, timestamp: march('11:00') },
  { status: 500, method: 'PATCH', url: 'https://eu.example.com/pets/e', groupEmail: BOBS, timestamp: march('13:00') },
];

function march(time: string): string {
  return `2026-03-01T${time}:00.000Z`;
}

async function openWith(logs: readonly object[]) {
  const service = await openService();
  const added: Log[] = [];
  for (const json of logs) {
    const answer = await service.ask<Log>('POST', at('/logs'), { json });
    expect(answer.status).toBe(201);
    added.push(answer.body);
  }
  const search = async (filters: Record<string, string | number> = {}) => {
    const query = new URLSearchParams(
      Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const { status, body } = await service.ask<{ logs: Summary[] }>('GET', at(`/logs?${query}`));
    expect(status).toBe(200);
    return body.logs;
  };
  const names = async (filters: Record<string, string | number>) =>
    (await search(filters)).map(({ url }) => url.at(-1)).join('');
  return { ...service, added, search, names };
}

describe('searching logs', () => {
  it('shows what was captured, newest first, without the requests and answers', async () => {
    const { added, search } = await openWith(CAPTURED);
    const byName = (name: string) => {
      const { request: _request, response: _response, ...summary } = added.find(({ url }) => url.endsWith(name)) as Log;
      return summary;
    };
    expect(await search()).toEqual(['/e', '/d', '/c', '/b', '/a'].map(byName));
  });

  it('shows nothing of a project that has nothing', async () => {
    const { search } = await openWith([]);
    expect(await search()).toEqual([]);
  });

  it.each<[string, Record<string, string | number>]>([
    ['cb', { status: 404 }],
    ['ed', { status: 500 }],
    ['', { status: 418 }],
    ['ba', { method: 'GET' }],
    ['ba', { method: 'get' }],
    ['c', { method: 'POST' }],
    ['', { method: 'PUT' }],
    ['', { method: 'GE' }],
    ['eba', { urlContains: 'pets' }],
    ['dcba', { urlContains: 'https://api.' }],
    ['c', { urlContains: '/orders/c' }],
    ['d', { urlContains: '%' }],
    ['d', { urlContains: '_' }],
    ['', { urlContains: 'p*s' }],
    ['', { urlContains: "' OR 1=1 --" }],
    ['ca', { groupEmail: ANNS }],
    ['eb', { groupEmail: BOBS }],
    ['', { groupEmail: 'example.com' }],
    ['edc', { since: march('12:00') }],
    ['ed', { since: '2026-03-01T12:00:00.001Z' }],
    ['edc', { since: '2026-03-01T12:00:00Z' }],
    ['edc', { since: '2026-03-01T14:00:00+02:00' }],
    ['', { since: '2026-03-01T13:00:00.001Z' }],
    ['ba', { until: march('11:00') }],
    ['a', { until: '2026-03-01T10:59:59.999Z' }],
    ['ba', { until: '2026-03-01T06:00:00-05:00' }],
    ['', { until: '2026-03-01T09:59:59Z' }],
    ['e', { limit: 1 }],
    ['edc', { limit: 3 }],
    ['edcba', { limit: 1000 }],
  ])('finds "%s" by %j', async (expected, filters) => {
    const { names } = await openWith(CAPTURED);
    expect(await names(filters)).toBe(expected);
  });

  it.each<[string, Record<string, string | number>]>([
    ['b', { status: 404, method: 'GET' }],
    ['c', { status: 404, groupEmail: ANNS }],
    ['cb', { since: march('11:00'), until: march('12:00') }],
    ['c', { since: march('12:00'), until: march('12:00') }],
    ['', { since: march('12:00'), until: march('11:00') }],
    ['e', { urlContains: 'pets', groupEmail: BOBS, limit: 1 }],
    ['b', { urlContains: 'pets', groupEmail: BOBS, until: march('12:00') }],
    ['', { status: 200, method: 'POST' }],
    [
      'a',
      {
        status: 200,
        method: 'GET',
        urlContains: 'pets',
        groupEmail: ANNS,
        since: march('10:00'),
        until: march('10:00'),
        limit: 5,
      },
    ],
  ])('finds "%s" where all of %j holds', async (expected, filters) => {
    const { names } = await openWith(CAPTURED);
    expect(await names(filters)).toBe(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['edcba', { since: '0000-01-01T00:00:00+23:59' }],
    ['edcba', { until: '9999-12-31T23:59:59-01:00' }],
    ['', { since: '9999-12-31T23:59:59-01:00' }],
  ])('finds "%s" by a time beyond the four-digit years: %j', async (expected, filters) => {
    const { names } = await openWith(CAPTURED);
    expect(await names(filters)).toBe(expected);
  });

  it.each([
    'status=x',
    'status=',
    'status=40.4',
    'status=4e2',
    'status=0x194',
    'status=404&status=500',
    'limit=0',
    'limit=-1',
    'limit=1001',
    'limit=1.5',
    'limit=x',
    'limit=',
    'limit=99999999999999999999',
    'limit=1&limit=2',
    'method=GET&method=POST',
    'since=yesterday',
    'since=',
    'since=2026-03-01',
    'since=2026-03-01T10:00:00',
    'since=2026-02-30T10:00:00Z',
    'since=1772359200',
    'until=tomorrow',
    'until=2026-13-01T10:00:00Z',
    'colour=red',
    'Status=404',
  ])('does not take ?%s, and names the parameter', async (query) => {
    const { ask } = await openWith(CAPTURED);
    const answer = await ask<{ error: { message: string } }>('GET', at(`/logs?${query}`));
    expect(answer).toMatchObject(refusal(400, 'invalid_request'));
    expect(answer.body.error.message).toContain(query.split('=')[0]);
  });

  it('shows fifty where no limit is asked for', async () => {
    const { store, projectId, search } = await openWith([]);
    for (let second = 0; second < 51; second += 1) {
      const timestamp = new Date(Date.UTC(2026, 2, 1, 0, 0, second)).toISOString();
      await store.logs.add(await projectId(), { ...LOG, timestamp });
    }
    const logs = await search();
    expect(logs).toHaveLength(50);
    expect(logs[0]?.timestamp).toBe('2026-03-01T00:00:50.000Z');
    expect(logs.at(-1)?.timestamp).toBe('2026-03-01T00:00:01.000Z');
    expect(await search({ limit: 51 })).toHaveLength(51);
  });

  it('shows the next ones where the last page ended, by the same filters alone', async () => {
    const { ask } = await openWith(CAPTURED);
    const page = (query: string) =>
      ask<{ logs: Summary[]; next: string | null; error: { message: string } }>('GET', at(`/logs?${query}`));
    const seen: string[] = [];
    let cursor = '';
    do {
      const { status, body } = await page(`urlContains=example&limit=2${cursor}`);
      expect(status).toBe(200);
      seen.push(body.logs.map(({ url }) => url.at(-1)).join(''));
      cursor = body.next === null ? '' : `&cursor=${body.next}`;
    } while (cursor !== '');
    expect(seen).toEqual(['ed', 'cb', 'a']);
    const { next } = (await page('limit=2')).body;
    for (const query of [`limit=2&status=404&cursor=${next}`, 'cursor=x', 'cursor=', `cursor=${next}&cursor=${next}`]) {
      const refused = await page(query);
      expect(refused).toMatchObject(refusal(400, 'invalid_request'));
      expect(refused.body.error.message).toContain('query.cursor');
    }
    expect((await page(`limit=4&cursor=${next}`)).body.logs.map(({ url }) => url.at(-1)).join('')).toBe('cba');
  });

  it('shows logs of the project alone', async () => {
    const { ask, keys, names } = await openWith(CAPTURED);
    await ask('POST', at('/logs', FOREIGN), { key: keys.bob, json: { ...LOG, url: '/x' } });
    await ask('POST', at('/logs', SECOND), { json: { ...LOG, url: '/y' } });
    expect(await names({})).toBe('edcba');
  });
});

describe('putting a log in', () => {
  it('shows it as it will be read', async () => {
    const { ask } = await openService();
    const { status, headers, body } = await ask<Log>('POST', at('/logs'), { json: LOG });
    expect(status).toBe(201);
    expect(body).toEqual({ ...LOG, id: expect.stringMatching(/^log_[0-9a-f]{24}$/) });
    const location = headers.get('location') ?? '';
    expect(location).toBe(at(`/logs/${body.id}`));
    expect(await ask('GET', location)).toMatchObject({ status: 200, body });
  });

  it('fills in what is left out, and brings method and time into one form', async () => {
    const { ask } = await openService();
    const json = { status: 200, method: 'get', url: '/pets', timestamp: '2026-03-01T12:00:00+02:00' };
    const { body } = await ask<Log>('POST', at('/logs'), { json });
    expect(body).toEqual({
      id: body.id,
      status: 200,
      method: 'GET',
      url: '/pets',
      groupEmail: null,
      timestamp: '2026-03-01T10:00:00.000Z',
      request: null,
      response: null,
    });
    expect((await ask('GET', at(`/logs/${body.id}`))).body).toEqual(body);
  });

  it.each([
    ['status', 99],
    ['status', 600],
    ['status', '200'],
    ['method', ''],
    ['url', ''],
    ['url', undefined],
    ['groupEmail', 1],
    ['timestamp', 'now'],
    ['timestamp', undefined],
  ])('does not take %s %j', async (name, value) => {
    const { ask, count } = await openService();
    const json = { ...LOG, [name]: value };
    const answer = await ask<{ error: { message: string } }>('POST', at('/logs'), { json });
    expect(answer).toMatchObject(refusal(400, 'invalid_request'));
    expect(answer.body.error.message).toContain(name);
    expect(await count('logs')).toBe(0);
  });
});

describe('getting a log', () => {
  async function openAudited() {
    const service = await openWith([LOG]);
    const id = service.added[0]?.id ?? '';
    const audited = () => service.rows('SELECT * FROM audit ORDER BY number');
    const callerOf = async (key: string) => {
      const caller = await service.store.accounts.caller(hashKey(key));
      expect(caller).toBeDefined();
      return { user_id: caller?.userId, key_id: caller?.keyId };
    };
    return { ...service, id, audited, callerOf };
  }

  it('shows it in full', async () => {
    const { ask, id } = await openAudited();
    expect(await ask('GET', at(`/logs/${id}`))).toMatchObject({ status: 200, body: { ...LOG, id } });
  });

  it('writes down who read which log when', async () => {
    const { ask, audited, callerOf, id, keys, projectId } = await openAudited();
    await ask('GET', at(`/logs/${id}`), { headers: { 'x-request-id': 'read-1' } });
    await ask('GET', at(`/logs/${id}`), { key: keys.annsReadOnly, headers: { 'x-request-id': 'read-2' } });
    const row = { project_id: await projectId(), slug: OWN, action: 'log.read', target: id, outcome: 'found' };
    expect(await audited()).toMatchObject([
      { ...row, ...(await callerOf(keys.ann)), request_id: 'read-1' },
      { ...row, ...(await callerOf(keys.annsReadOnly)), request_id: 'read-2' },
    ]);
    for (const { at: time } of await audited()) {
      const ago = Date.now() - new Date(String(time)).getTime();
      expect(ago).toBeGreaterThanOrEqual(0);
      expect(ago).toBeLessThan(60_000);
    }
  });

  it('writes down the id that the caller sees as that of the request', async () => {
    const { ask, audited, id } = await openAudited();
    const { headers } = await ask('GET', at(`/logs/${id}`));
    expect(await audited()).toMatchObject([{ request_id: headers.get('x-request-id') }]);
  });

  it('writes down also what was not found, there or in another project', async () => {
    const { ask, audited, callerOf, id, keys, projectId } = await openAudited();
    const own = await callerOf(keys.ann);
    expect(await ask('GET', at('/logs/log_0'))).toMatchObject(refusal(404, 'not_found'));
    expect(await ask('GET', at(`/logs/${id}`, SECOND))).toMatchObject(refusal(404, 'not_found'));
    expect(await ask('GET', at(`/logs/${id}`, FOREIGN), { key: keys.bob })).toMatchObject(refusal(404, 'not_found'));
    expect(await audited()).toMatchObject([
      { ...own, project_id: await projectId(), target: 'log_0', outcome: 'not-found' },
      { ...own, project_id: await projectId(SECOND), target: id, outcome: 'not-found' },
      { ...(await callerOf(keys.bob)), project_id: await projectId(FOREIGN), target: id, outcome: 'not-found' },
    ]);
  });

  it('writes down who was refused, whether the project is another one or none', async () => {
    const { ask, audited, callerOf, id, keys, projectId } = await openAudited();
    const bobs = await callerOf(keys.bob);
    const question = { key: keys.bob, headers: { 'x-request-id': 'refused-1' } };
    expect(await ask('GET', at(`/logs/${id}`), question)).toMatchObject(refusal(404, 'not_found'));
    expect(await ask('GET', at(`/logs/${id}`, NOWHERE), { key: keys.bob })).toMatchObject(refusal(404, 'not_found'));
    expect(await audited()).toMatchObject([
      { ...bobs, project_id: await projectId(), target: id, request_id: 'refused-1', outcome: 'refused' },
      { ...bobs, project_id: null, slug: NOWHERE, target: id, outcome: 'refused' },
    ]);
  });

  it('writes down who was refused because the key does not work any more', async () => {
    const { ask, audited, callerOf, id, keys, store } = await openAudited();
    const anns = await callerOf(keys.annsOther);
    const annsReadOnly = await callerOf(keys.annsReadOnly);
    await store.accounts.revokeKey(String(anns.key_id));
    expect(await ask('GET', at(`/logs/${id}`), { key: keys.annsOther })).toMatchObject(refusal(401, 'unauthorized'));
    await store.accounts.setRevoked(ANN, true);
    expect(await ask('GET', at(`/logs/${id}`), { key: keys.annsReadOnly })).toMatchObject(refusal(401, 'unauthorized'));
    expect(await audited()).toMatchObject([
      { ...anns, target: id, outcome: 'refused' },
      { ...annsReadOnly, target: id, outcome: 'refused' },
    ]);
  });

  it('does not show a log of which nothing could be written down', async () => {
    const { id, keys, reported, store } = await openAudited();
    const audit = { ...store.audit, record: () => Promise.reject(new Error('the disk is full')) };
    const app = createApp(
      { ...store, transaction: (work) => store.transaction((operations) => work({ ...operations, audit })) },
      (error) => reported.push(error),
    );
    const answer = await app.request(at(`/logs/${id}`), { headers: { authorization: `Bearer ${keys.ann}` } });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('pets');
    expect(reported.splice(0)).toMatchObject([{ message: 'the disk is full' }]);
  });

  it('is all that is written down', async () => {
    const { ask, audited, id, keys } = await openAudited();
    await ask('GET', at('/logs'));
    await ask('GET', at());
    await ask('GET', at(`/logs/${id}`), { key: null });
    await ask('GET', at(`/logs/${id}`), { key: 'csk_unknown' });
    await ask('POST', at('/logs'), { key: keys.annsReadOnly, json: LOG });
    expect(await audited()).toEqual([]);
  });
});
