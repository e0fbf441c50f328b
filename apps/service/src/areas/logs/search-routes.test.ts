import { describe, expect, it } from 'vitest';
import {
  errorBody,
  FOREIGN_PROJECT,
  LOG,
  openService,
  projectPath,
  SECOND_PROJECT,
} from '../../testing/service.fixture.ts';
import { type Log, openWith, type Summary } from './routes.fixture.ts';

const ANNS = 'ann+team@example.com';
const BOBS = 'bob@example.com';

/** Captured requests in chronological order. The last letter of the URL identifies a request: `e` is the newest. */
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

async function openSearched(logs: readonly object[]) {
  const service = await openWith(logs);
  const search = async (filters: Record<string, string | number> = {}) => {
    const query = new URLSearchParams(
      Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const { status, body } = await service.sendRequest<{ logs: Summary[] }>('GET', projectPath(`/logs?${query}`));
    expect(status).toBe(200);
    return body.logs;
  };
  const names = async (filters: Record<string, string | number>) =>
    (await search(filters)).map(({ url }) => url.at(-1)).join('');
  return { ...service, search, names };
}

describe('GET /logs', () => {
  it('log search returns logs, newest first, without request and response bodies', async () => {
    const { added, search } = await openSearched(CAPTURED);
    const selectByName = (name: string) => {
      const { request: _request, response: _response, ...summary } = added.find(({ url }) => url.endsWith(name)) as Log;
      return summary;
    };
    expect(await search()).toEqual(['/e', '/d', '/c', '/b', '/a'].map(selectByName));
  });

  it('log search returns no logs for an empty project', async () => {
    const { search } = await openSearched([]);
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
  ])('log search returns the logs "%s" for the filter %j', async (expected, filters) => {
    const { names } = await openSearched(CAPTURED);
    expect(await names(filters)).toBe(expected);
  });

  it.each<[string, Record<string, string | number>]>([
    ['b', { status: 404, method: 'GET' }],
    ['c', { status: 404, groupEmail: ANNS }],
    ['cb', { since: march('11:00'), until: march('12:00') }],
    ['c', { since: march('12:00'), until: march('12:00') }],
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
  ])('log search returns the logs "%s" for the filters %j', async (expected, filters) => {
    const { names } = await openSearched(CAPTURED);
    expect(await names(filters)).toBe(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['edcba', { since: '0000-01-01T00:00:00+23:59' }],
    ['edcba', { until: '9999-12-31T23:59:59-01:00' }],
    ['', { since: '9999-12-31T23:59:59-01:00' }],
  ])(
    'log search returns the logs "%s" for a time whose year in UTC is before 0000 or after 9999: %j',
    async (expected, filters) => {
      const { names } = await openSearched(CAPTURED);
      expect(await names(filters)).toBe(expected);
    },
  );

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
  ])('log search rejects the query ?%s, and the error names the parameter', async (query) => {
    const { sendRequest } = await openSearched(CAPTURED);
    const response = await sendRequest<{ error: { message: string } }>('GET', projectPath(`/logs?${query}`));
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain(query.split('=')[0]);
  });

  it('log search returns fifty logs by default', async () => {
    const { store, projectId, search } = await openSearched([]);
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

  it('log search continues after the previous page, but only with the same filters', async () => {
    const { sendRequest } = await openSearched(CAPTURED);
    const page = (query: string) =>
      sendRequest<{ logs: Summary[]; next: string | null; error: { message: string } }>(
        'GET',
        projectPath(`/logs?${query}`),
      );
    const seenIds: string[] = [];
    let cursor = '';
    do {
      const { status, body } = await page(`urlContains=example&limit=2${cursor}`);
      expect(status).toBe(200);
      seenIds.push(body.logs.map(({ url }) => url.at(-1)).join(''));
      cursor = body.next === null ? '' : `&cursor=${body.next}`;
    } while (cursor !== '');
    expect(seenIds).toEqual(['ed', 'cb', 'a']);
    const { next } = (await page('limit=2')).body;
    for (const query of [`limit=2&status=404&cursor=${next}`, 'cursor=x', 'cursor=', `cursor=${next}&cursor=${next}`]) {
      const refused = await page(query);
      expect(refused).toMatchObject(errorBody(400, 'invalid_request'));
      expect(refused.body.error.message).toContain('query.cursor');
    }
    expect((await page(`limit=4&cursor=${next}`)).body.logs.map(({ url }) => url.at(-1)).join('')).toBe('cba');
  });

  it('log search does not return logs of other projects', async () => {
    const { sendRequest, keys, names } = await openSearched(CAPTURED);
    await sendRequest('POST', projectPath('/logs', FOREIGN_PROJECT), { key: keys.bob, json: { ...LOG, url: '/x' } });
    await sendRequest('POST', projectPath('/logs', SECOND_PROJECT), { json: { ...LOG, url: '/y' } });
    expect(await names({})).toBe('edcba');
  });

  it.each([
    ['ann@example.com', ['ann@example.com', 'ANN@Example.com', ' Ann@example.com ', 'aNN@EXAMPLE.COM']],
    ['zoë.ÅNGSTRÖM@example.com', ['zoë.ångström@example.com', 'ZOË.ÅNGSTRÖM@EXAMPLE.COM', 'Zoë.Ångström@example.com']],
    ['team_%@example.com', ['TEAM_%@example.com']],
  ])('log search finds all logs of %s in any letter case, also page by page', async (address, spellings) => {
    const { sendRequest } = await openService();
    const otherNames = ['annx@example.com', 'xann@example.com', 'team__@example.com', 'zoe.angstrom@example.com', null];
    const all = [...spellings, ...otherNames, ...spellings];
    const ids: string[] = [];
    for (const [index, groupEmail] of all.entries()) {
      const timestamp = new Date(Date.UTC(2026, 2, 1, 0, index % 5)).toISOString();
      const { status, body } = await sendRequest<{ id: string }>('POST', projectPath('/logs'), {
        json: { ...LOG, groupEmail, timestamp },
      });
      expect(status).toBe(201);
      if (groupEmail !== null && spellings.includes(groupEmail)) ids.push(body.id);
    }
    for (const spelling of [address, ` ${address} `, address.toUpperCase(), address.toLowerCase(), ...spellings])
      for (const limit of ['1', '3', '100']) {
        const foundIds: string[] = [];
        let next: string | null = '';
        while (next !== null) {
          const query = new URLSearchParams({ groupEmail: spelling, limit, ...(next === '' ? {} : { cursor: next }) });
          const { body } = await sendRequest<{ logs: { id: string }[]; next: string | null }>(
            'GET',
            projectPath(`/logs?${query}`),
          );
          foundIds.push(...body.logs.map(({ id }) => id));
          next = body.next;
        }
        expect(foundIds.toSorted(), `${spelling}, limit ${limit}`).toEqual(ids.toSorted());
      }
  });
});
