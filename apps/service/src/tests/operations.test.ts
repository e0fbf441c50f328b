import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../open-store.ts';
import { SERVER_TIMEOUTS } from '../platform/connections/listen.ts';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { createRequestLog } from '../platform/observe/request-log.ts';
import { type ServerOptions, startServer } from '../server.ts';
import { ITEM, populate, projectPath } from '../testing/service.fixture.ts';

const SECRET = 'S3cr3t-Value';

async function serve(options: Partial<ServerOptions> = {}) {
  const file = join(scratchFolder(), 'service.db');
  const store = openSqliteStore(file);
  const keys = await populate(store);
  await store.close();
  const reportedErrors: unknown[] = [];
  const server = await startServer({
    database: file,
    port: 0,
    // Starting the threads takes most of the start time of the service.
    threads: selectByTier(0, 1) === 1,
    report: (error) => reportedErrors.push(error),
    ...options,
  });
  onTestFinished(async () => {
    await server.close();
    expect(reportedErrors, 'errors that the service reported').toEqual([]);
  });
  const sendRequest = (path: string, key: string = keys.ann, init: RequestInit = {}) =>
    fetch(server.url + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
  return { ...server, keys, sendRequest, reported: reportedErrors };
}

/**
 * Sends raw bytes over a connection.
 * @returns the response, after which the connection ends
 */
async function sendRawBytes(
  url: string,
  bytes: string,
): Promise<{ status: number; body: { error: { code: string } } }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  let text = '';
  for await (const part of socket.setEncoding('utf8')) text += String(part);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toMatch(/content-type: application\/json/i);
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

describe('malformed requests', () => {
  it.each([
    ['text that is not HTTP', 'Hello\r\n\r\n', 400, 'invalid_request'],
    [
      'headers over the size limit',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'Content-Length and Transfer-Encoding',
      'POST /api/v1/account HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['no Host header', 'GET /health HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    [
      'a body but no Host header',
      'POST /api/v1/account HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}',
      400,
      'invalid_request',
    ],
    ['an invalid Host header', 'GET /health HTTP/1.1\r\nHost: a b/c\r\n\r\n', 400, 'invalid_request'],
    ['a path with a backslash', 'GET /a\\b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
  ])(
    'a malformed HTTP request receives an error response in the usual format: %s',
    async (_name, bytes, status, code) => {
      const { url } = await serve();
      expect(await sendRawBytes(url, bytes)).toMatchObject({
        status,
        body: { error: { code, message: expect.stringMatching(/./) } },
      });
    },
  );

  it('the error response to a request without a Host header states the cause', async () => {
    const { url } = await serve();
    const { body } = await sendRawBytes(url, 'GET /health HTTP/1.1\r\n\r\n');
    expect(body.error).toMatchObject({ message: 'The Host header is missing', requestId: expect.stringMatching(/./) });
  });

  it('accepts an HTTP/1.0 request without a Host header', async () => {
    const { url } = await serve();
    expect(await sendRawBytes(url, 'GET /health HTTP/1.0\r\n\r\n')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
  });

  it.each([
    ['its headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['its body', `POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`],
  ])('a request fails with a timeout if the rest of %s does not arrive', async (_name, bytes) => {
    const { url } = await serve({ timeouts: { ...SERVER_TIMEOUTS, headers: 200, request: 400, idle: 1_000 } });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    let text = '';
    for await (const part of socket.setEncoding('utf8')) text += String(part);
    // The service may respond after the method and path have arrived, before it receives the body.
    expect(text).toMatch(/^HTTP\/1\.1 40[458] /);
  });
});

describe('/ready', () => {
  it('the readiness endpoint returns 200 while the store works', async () => {
    const { url } = await serve();
    const ready = await fetch(`${url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  });
});

describe('/metrics', () => {
  it('the metrics are disabled by default and are never available on the port of the API', async () => {
    const serviceWithoutMetrics = await serve();
    expect(serviceWithoutMetrics.metricsUrl).toBeUndefined();
    const { url, sendRequest } = await serve({ metrics: { host: '127.0.0.1', port: 0 } });
    for (const base of [serviceWithoutMetrics.url, url]) expect((await fetch(`${base}/metrics`)).status).toBe(404);
    expect((await sendRequest('/metrics')).status).toBe(404);
  });

  it('the metrics endpoint accepts only loopback names, IP addresses and allowed host names', async () => {
    const { metricsUrl = '' } = await serve({
      metrics: { host: '127.0.0.1', port: 0, hosts: ['metrics.example.com'] },
    });
    const { port } = new URL(metricsUrl);
    const sendRequest = async (headers: Record<string, string>) => {
      const [response] = (await once(get(metricsUrl, { headers }), 'response')) as [IncomingMessage];
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += String(part);
      return { status: response.statusCode, text };
    };
    for (const host of [
      `127.0.0.1:${port}`,
      'LOCALHOST',
      `[::1]:${port}`,
      '10.1.2.3',
      '[2001:db8::1]:9464',
      'metrics.example.com',
    ]) {
      expect([host, (await sendRequest({ host })).status]).toEqual([host, 200]);
    }
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.1.2.3@evil.example',
    ]) {
      const { status, text } = await sendRequest({ host });
      expect([host, status]).toEqual([host, 403]);
      expect(text).not.toContain('http_requests_total');
    }
    expect((await sendRequest({ host: 'evil.example' })).text).toBe(
      'Invalid Host: evil.example; allow it with --metrics-hosts\n',
    );
    for (const origin of ['https://evil.example', 'null']) {
      expect((await sendRequest({ host: 'localhost', origin })).status).toBe(403);
    }
  });

  it('the metrics count requests by route, method and status', async () => {
    const { metricsUrl = '', sendRequest, url } = await serve({ metrics: { host: '127.0.0.1', port: 0 } });
    for (let time = 0; time < 3; time += 1) await (await sendRequest(projectPath('/logs?limit=1'))).text();
    await (await sendRequest(projectPath('/logs'), 'csk_unknown')).text();
    await (await sendRequest(`/${SECRET}`)).text();
    await (await fetch(`${url}/health`, { method: 'PROPFIND' })).text();
    const shownResponse = await fetch(metricsUrl);
    const text = await shownResponse.text();
    const lines = text.split('\n');
    const route = '/api/v1/projects/:slug/logs';
    expect(shownResponse.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(lines).toContain(`http_requests_total{method="GET",route="${route}",status="200"} 3`);
    expect(lines).toContain('http_requests_total{method="GET",route="-",status="404"} 1');
    expect(lines).toContain('http_requests_total{method="other",route="-",status="405"} 1');
    expect(lines.some((line) => line.includes('status="401"'))).toBe(true);
    expect(lines).toContain(`http_request_duration_seconds_bucket{le="+Inf",route="${route}"} 4`);
    expect(lines).toContain(`http_request_duration_seconds_count{route="${route}"} 4`);
    expect(lines).toContain('http_requests_in_flight 0');
    expect(Number(/^store_size_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(4_096);
    expect(text).not.toContain(SECRET);
    // Each line of the format is a comment, or a name with labels and a number. The counts of buckets are cumulative.
    for (const line of lines.filter((each) => each !== ''))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+-]+)$/);
    const buckets = lines.filter(
      (line) => line.startsWith('http_request_duration_seconds_bucket') && line.includes(`route="${route}"}`),
    );
    const counts = buckets.map((line) => Number(line.split(' ').at(-1)));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });
});

describe('the request log', () => {
  it('the request log contains one line of JSON per request, without secrets', async () => {
    const lines: string[] = [];
    const { sendRequest, keys } = await serve({ observer: createRequestLog((line) => lines.push(line)) });
    await sendRequest(projectPath(`/logs?urlContains=${SECRET}`), keys.ann, {
      headers: { 'x-request-id': 'r1', cookie: SECRET },
    });
    await sendRequest(`/${SECRET}`, SECRET);
    const logRecords = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logRecords).toMatchObject([
      {
        level: 'info',
        message: 'request',
        requestId: 'r1',
        method: 'GET',
        route: '/api/v1/projects/:slug/logs',
        status: 200,
      },
      { level: 'info', message: 'request', method: 'GET', route: '-', status: 404 },
    ]);
    expect(logRecords[0]).toMatchObject({
      time: expect.stringMatching(/Z$/),
      keyId: expect.stringMatching(/^key_/),
      milliseconds: expect.any(Number),
    });
    for (const line of lines) {
      expect(line).not.toContain('\n');
      for (const secret of [SECRET, keys.ann, 'octo-api']) expect(line).not.toContain(secret);
    }
  });
});

describe('shutdown', () => {
  it('the shutdown of the service waits at most the time in stopWithin for a request that never ends', async () => {
    const { url, keys, close } = await serve({ stopWithin: 200 });
    const headers = { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json', expect: '100-continue' };
    const clientRequest = request(url + projectPath('/context'), { method: 'POST', headers });
    const failure = once(clientRequest, 'error');
    clientRequest.flushHeaders();
    await once(clientRequest, 'continue');
    await close();
    expect(await failure).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('the shutdown of the service completes an active request and rejects new connections', async () => {
    const { url, keys, close } = await serve();
    const headers = { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json', expect: '100-continue' };
    const clientRequest = request(url + projectPath('/context'), { method: 'POST', headers });
    const responseEvent = once(clientRequest, 'response');
    clientRequest.flushHeaders();
    await once(clientRequest, 'continue');
    const closePromise = close();
    clientRequest.end(JSON.stringify(ITEM));
    const [response] = (await responseEvent) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(201);
    await closePromise;
    await expect(fetch(`${url}/ready`)).rejects.toThrow('fetch failed');
  });
});
