import { describe, expect, it } from 'vitest';
import { LOG, openService, projectPath } from '../../testing/service.fixture.ts';
import { getEndpointId, UNMATCHED_ROUTE } from '../logs/endpoint-name.ts';
import { MAX_EXAMPLE_PATH_CHARS, MAX_EXAMPLE_PATHS } from './example-paths.ts';
import { foldTraffic } from './fold-traffic.ts';

const UNMATCHED = { method: '*', route: UNMATCHED_ROUTE };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets/{petId}': { get: { operationId: 'getPet', responses: { 200: { description: 'The pet' } } } } },
};

interface Row {
  readonly endpointId: string;
  readonly method: string;
  readonly route: string;
  readonly requests: number;
}

async function open() {
  const service = await openService();
  let minutes = 0;
  /** Posts logs, each batch a second later than the previous one. */
  const post = async (logs: readonly object[]) => {
    minutes += 1;
    const timestamp = new Date(Date.now() - 3_600_000 + minutes * 1_000).toISOString();
    const lines = logs.map((log) => JSON.stringify({ ...LOG, status: 200, route: null, timestamp, ...log }));
    for (let at = 0; at < lines.length; at += 1_000) {
      const headers = { 'content-type': 'application/x-ndjson' };
      const text = lines.slice(at, at + 1_000).join('\n');
      const { status, body } = await service.sendRequest('POST', projectPath('/logs-batch'), { text, headers });
      expect([status, body]).toMatchObject([201, { rejected: 0 }]);
    }
    await foldTraffic(service.store);
  };
  const get = async <T>(path: string) => (await service.sendRequest<T>('GET', projectPath(path))).body;
  const top = async () => {
    const { endpoints } = await get<{ endpoints: readonly Row[] }>('/metrics/top-endpoints?limit=100');
    return endpoints.map(({ method, route, requests }) => `${method} ${route} ${requests}`).sort();
  };
  const examples = async () =>
    (await get<{ examplePaths: readonly string[] }>(`/metrics/endpoints/${getEndpointId(UNMATCHED)}`)).examplePaths;
  return { ...service, post, get, top, examples };
}

const scan = (count: number, log: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ url: `/wp-${index}x.php`, status: 404, ...log }));

describe('paths without a known endpoint', () => {
  it('a scanner adds one endpoint to the metrics, and a documented endpoint is counted separately afterwards', async () => {
    const { sendRequest, post, get, top } = await open();
    await post(scan(2_300));
    await sendRequest('PUT', projectPath('/api-description'), { json: DOCUMENT });
    await post(scan(100, { status: 200 }));
    await post(Array.from({ length: 100 }, () => ({ url: '/pets/7', route: '/pets/:id' })));
    expect(await top()).toEqual(['* {unmatched} 2400', 'GET /pets/{petId} 100']);
    const series = await get<{ points: { requests: number }[] }>('/metrics/timeseries?operationId=getPet');
    expect(series.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(100);
    const found = await get<{ points: { requests: number }[] }>(
      '/metrics/timeseries?method=*&route=%7Bunmatched%7D&statusClass=2xx',
    );
    expect(found.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(100);
  });

  it('without a document, paths that respond with success keep separate endpoints', async () => {
    const { post, top } = await open();
    await post([...scan(3), { url: '/orders/1' }, { url: '/orders/2' }, { url: '/orders/3', status: 500 }]);
    expect(await top()).toEqual(['* {unmatched} 3', 'GET /orders/{id} 3']);
  });

  it('a path with a successful response is counted separately even if invented paths with the status 401 reach the limit of derived routes', async () => {
    const { post, get } = await open();
    await post(scan(2_300, { status: 401 }));
    await post([{ url: '/orders/1' }]);
    const { endpoints } = await get<{ endpoints: readonly Row[] }>('/metrics/top-endpoints?limit=100');
    expect(endpoints[0]).toMatchObject({ route: '{other}', requests: 301 });
    const series = await get<{ points: { requests: number }[] }>(
      '/metrics/timeseries?method=GET&route=/orders/%7Bid%7D',
    );
    expect(series.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(1);
  });

  it('a time series of the logs of the endpoint {other} is rejected, because these logs cannot be found', async () => {
    const { sendRequest } = await open();
    const { status, body } = await sendRequest(
      'GET',
      projectPath('/metrics/timeseries?method=*&route=%7Bother%7D&statusClass=5xx'),
    );
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('leave out groupEmail and statusClass'),
    ]);
  });

  it('invented request methods are counted together', async () => {
    const { post, top } = await open();
    await post(['BREW', 'a b', '*', 'propfind', 'GET', 'query'].map((method) => ({ method, url: '/coffee' })));
    await post([{ method: 'MAGIC', url: '/tea', route: '/tea' }]);
    expect(await top()).toEqual(['GET /coffee 1', 'QUERY /coffee 1', '_OTHER /coffee 4', '_OTHER /tea 1']);
  });

  it('names that the service reserves cannot be sent as routes, and an endpoint has one name in every notation of its route', async () => {
    const { post, top } = await open();
    const routes = ['{other}', '{unmatched}', '{unknown}', ' ', '/a', '/a\n', '\u0000/a'];
    await post(routes.map((route) => ({ url: '/a', route })));
    await post([{ url: '/b', route: '{other}', status: 404, method: '*' }]);
    expect(await top()).toEqual(['* {unmatched} 1', 'GET /a 7']);
  });

  it('a log whose route is too long is rejected with the rule, and the other logs are stored', async () => {
    const { sendRequest } = await open();
    const lines = ['/a'.repeat(512), `/${'a'.repeat(1_024)}`].map((route) => JSON.stringify({ ...LOG, route }));
    const headers = { 'content-type': 'application/x-ndjson' };
    const { body } = await sendRequest('POST', projectPath('/logs-batch'), { text: lines.join('\n'), headers });
    expect(body).toMatchObject({ accepted: 1, rejected: 1, problems: [{ line: 2, field: 'route' }] });
    expect(JSON.stringify(body)).toContain('1024');
  });

  it('examples of unmatched paths contain no secrets, and paths with successful responses are listed first', async () => {
    const { sendRequest, post, examples, top } = await open();
    await sendRequest('PUT', projectPath('/api-description'), { json: DOCUMENT });
    await post([{ url: '/health?token=abc' }, { url: '/reports/7' }, { url: `/long/${'x'.repeat(1_000)}` }]);
    await post([{ url: '/reports/8' }, { url: '/users/ann@example.com' }]);
    await post(scan(1_200));
    const paths = await examples();
    expect(paths).toHaveLength(MAX_EXAMPLE_PATHS);
    expect(paths.slice(0, 4).toSorted()).toEqual([
      '/health',
      `/long/${'x'.repeat(MAX_EXAMPLE_PATH_CHARS - 6)}`,
      '/reports/{id}',
      '/users/{id}',
    ]);
    expect(paths[0]).toBe('/reports/{id}');
    expect(await top()).toEqual(['* {unmatched} 1205']);
  });

  it('the candidates for hints exclude unmatched paths, and list known endpoints before invented ones', async () => {
    const { post, get } = await open();
    const error = { status: 401, errorCode: 'no_key' };
    await post(
      Array.from({ length: 25 }, (_, index) => index).flatMap((index) =>
        Array.from({ length: 4 }, () => ({ url: `/made-up-${index}x`, ...error })),
      ),
    );
    await post([{ url: '/orders', route: '/orders', ...error }, ...scan(50)]);
    const { candidates } = await get<{ candidates: { route: string }[] }>('/recovery/candidates');
    expect(candidates.map(({ route }) => route)).toContain('/orders');
    expect(candidates.map(({ route }) => route)).not.toContain(UNMATCHED_ROUTE);
  });
});
