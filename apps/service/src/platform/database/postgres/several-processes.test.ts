// This file checks what holds if several processes use one database. docs/reference/service.md has the table of everything that a process keeps in memory.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AssistantState, Browser, CALLBACK, createAssistant } from '../../../areas/oauth/oauth.fixture.ts';
import type { ServiceStore } from '../../../areas.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import {
  ANN,
  BOB,
  ITEM,
  LOG,
  OPENAPI_DOCUMENT,
  OWN_PROJECT,
  populate,
  projectPath,
} from '../../../testing/service.fixture.ts';
import { createKey, hashKey } from '../../access/api-keys.ts';
import { createSecret, hashSecret } from '../../access/secrets.ts';
import { MAINS, type ServiceProcess, startProcess } from '../behavior/process.fixture.ts';
import { startBalancer } from './balancer.fixture.ts';
import { type PostgresServer, startPostgres } from './server.fixture.ts';

const PROCESSES = 3;
const RATE_LIMIT = 20;
const JSON_TYPE = { 'content-type': 'application/json' };

let server: PostgresServer;
let databaseUrl: string;
let store: ServiceStore;
let keys: Awaited<ReturnType<typeof populate>>;
const services: ServiceProcess[] = [];
const start = (...args: string[]) => startProcess(MAINS.sources, databaseUrl, ...args);

beforeAll(async () => {
  server = await startPostgres();
  databaseUrl = await server.database();
  store = await openPostgresStore(databaseUrl);
  keys = await populate(store);
  services.push(...(await Promise.all(Array.from({ length: PROCESSES }, () => start()))));
});
afterAll(async () => {
  for (const service of services) await service.kill();
  await store.close();
  await server.stop();
});

interface SentRequest {
  readonly method?: string;
  readonly key?: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to one process. */
async function send(
  { url }: Pick<ServiceProcess, 'url'>,
  path: string,
  { method = 'GET', key = keys.ann, json, headers }: SentRequest = {},
) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(json === undefined ? {} : JSON_TYPE), ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const sendToAll = (path: string, request: SentRequest = {}) =>
  Promise.all(services.map((service) => send(service, path, request)));
const getStatuses = async (path: string, request: SentRequest = {}) =>
  (await sendToAll(path, request)).map(({ status }) => status);

describe('several processes on one database', () => {
  it('a request that is sent to all processes at once is executed once, and each process returns the same response', async () => {
    const request = { method: 'POST', json: { ...ITEM, title: 'Sent once' }, headers: { 'idempotency-key': 'one' } };
    const path = projectPath('/context');
    // A process that receives the request while another one executes it can reject it with 409. The client sends it again.
    const first = await sendToAll(path, request);
    expect(first.some(({ status }) => status === 201)).toBe(true);
    const repeated = await sendToAll(path, request);
    expect(repeated.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set([...first.filter(({ status }) => status === 201), ...repeated].map(({ text }) => text)).size).toBe(
      1,
    );
    expect(repeated.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true', 'true']);
    const { text } = await send(services[0] as ServiceProcess, path);
    expect(text.split('"Sent once"')).toHaveLength(2);
  });

  it('a key that is revoked on one process is rejected by the next request on each process', async () => {
    const key = createKey();
    const id = await store.accounts.createKey(ANN, { access: 'full', hash: hashKey(key) });
    expect(await getStatuses('/api/v1/account', { key })).toEqual([200, 200, 200]);
    const [first] = services;
    if (!first) throw new Error('no process');
    expect((await send(first, `/api/v1/account/keys/${id}`, { method: 'DELETE' })).status).toBeLessThan(300);
    expect(await getStatuses('/api/v1/account', { key })).toEqual([401, 401, 401]);
  });

  it('a member who is removed on one process gets 404 for the next request on each process', async () => {
    await store.accounts.addMember(OWN_PROJECT, BOB, 'member');
    const path = projectPath('/context');
    expect(await getStatuses(path, { key: keys.bob })).toEqual([200, 200, 200]);
    const [first] = services;
    const bob = (await store.accounts.users()).find(({ email }) => email === BOB);
    if (!first || !bob) throw new Error('no process or no member');
    expect((await send(first, projectPath(`/members/${bob.id}`), { method: 'DELETE' })).status).toBeLessThan(300);
    expect(await getStatuses(path, { key: keys.bob })).toEqual([404, 404, 404]);
  });

  it('a session that is ended on one process is no longer signed in on each process', async () => {
    const ann = (await store.accounts.users()).find(({ email }) => email === ANN);
    if (!ann) throw new Error('no member');
    const secret = createSecret();
    const session = { userId: ann.id, hash: hashSecret(secret), method: 'link', userAgent: 'test' } as const;
    const id = await store.sessions.create(session);
    const open = () =>
      Promise.all(
        services.map(async ({ url }) => {
          const headers = { accept: 'text/html', cookie: `context-sync-session=${secret}` };
          return (await fetch(`${url}/account`, { headers, redirect: 'manual' })).status;
        }),
      );
    expect(await open()).toEqual([200, 200, 200]);
    const [first] = services;
    if (!first) throw new Error('no process');
    expect((await send(first, `/api/v1/account/sessions/${id}`, { method: 'DELETE' })).status).toBeLessThan(300);
    for (const status of await open()) expect(status).not.toBe(200);
  });

  it('an assistant connects with OAuth although each request reaches another process, and loses access on all of them', async () => {
    const url = await startBalancer(services);
    const state = new AssistantState();
    const first = createAssistant(`${url}/mcp`, state);
    await expect(first.connect()).rejects.toThrow();
    const browser = new Browser(url);
    const ann = (await store.accounts.users()).find(({ email }) => email === ANN);
    const secret = createSecret();
    await store.sessions.create({ userId: ann?.id ?? '', hash: hashSecret(secret), method: 'link', userAgent: 'test' });
    browser.cookies.set('context-sync-session', { value: secret, path: '/' });
    const consent = await browser.get(state.authorizationUrl ?? '');
    expect(consent.status, consent.text).toBe(200);
    const { leftFor } = await browser.submit(consent, { decision: 'allow', project: OWN_PROJECT });
    expect(leftFor?.href).toContain(CALLBACK);
    await first.transport.finishAuth(leftFor?.searchParams ?? new URLSearchParams());
    const { client, connect } = createAssistant(`${url}/mcp`, state);
    await connect();
    const search = () => client.callTool({ name: 'search_context', arguments: { query: 'rotate' } });
    for (let call = 0; call < PROCESSES; call += 1) expect(await search()).not.toHaveProperty('isError', true);
    const token = state.savedTokens?.access_token ?? '';
    await browser.submit(await browser.get('/account/applications'), {});
    expect(await store.connections.list()).toEqual([]);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = { accept: 'application/json, text/event-stream' };
    const statuses = await getStatuses('/mcp', { method: 'POST', key: token, json: list, headers: accept });
    expect(statuses).toEqual([401, 401, 401]);
  });

  it('an OpenAPI document that is stored on one process determines the routes of logs on each process', async () => {
    const [first] = services;
    if (!first) throw new Error('no process');
    const findRoutes = async () => {
      const logs = await sendToAll(projectPath('/logs'), {
        method: 'POST',
        json: { ...LOG, route: null, url: 'https://api.example.com/pets' },
      });
      return Promise.all(
        logs.map(async ({ text }, index) => {
          const path = projectPath(`/logs/${JSON.parse(text).id}`);
          return JSON.parse((await send(services[(index + 1) % PROCESSES] as ServiceProcess, path)).text).route;
        }),
      );
    };
    const put = (paths: object) =>
      send(first, projectPath('/api-description'), { method: 'PUT', json: { ...OPENAPI_DOCUMENT, paths } });
    const operation = OPENAPI_DOCUMENT.paths['/pets'];
    expect((await put({ '/{kind}': operation })).status).toBeLessThan(300);
    expect(await findRoutes()).toEqual(['/{kind}', '/{kind}', '/{kind}']);
    expect((await put({ '/pets': operation })).status).toBeLessThan(300);
    expect(await findRoutes()).toEqual(['/pets', '/pets', '/pets']);
  });
});

describe('limits of several processes', () => {
  it('each process has its own rate limit, and a killed process begins with a full one', async () => {
    const limited = await Promise.all(
      Array.from({ length: PROCESSES }, () => start('--rate-limit', String(RATE_LIMIT))),
    );
    /** Sends requests until each process has rejected one. @returns the number of accepted requests and the refilled requests */
    const useLimits = async () => {
      const startedAt = performance.now();
      let acceptedCount = 0;
      for (const service of limited) {
        while ((await send(service, '/api/v1/account')).status === 200) acceptedCount += 1;
      }
      const refilledCount = Math.ceil(((performance.now() - startedAt) / 60_000) * RATE_LIMIT + 1) * PROCESSES;
      return { acceptedCount, refilledCount };
    };
    const first = await useLimits();
    expect(first.acceptedCount).toBeGreaterThanOrEqual(PROCESSES * RATE_LIMIT);
    expect(first.acceptedCount).toBeLessThanOrEqual(PROCESSES * RATE_LIMIT + first.refilledCount);
    const killedAt = performance.now();
    await limited[0]?.kill();
    limited[0] = await start('--rate-limit', String(RATE_LIMIT));
    const second = await useLimits();
    const refilledMeanwhile = Math.ceil(((performance.now() - killedAt) / 60_000) * RATE_LIMIT + 1) * PROCESSES;
    // One process adds its share at most.
    expect(second.acceptedCount).toBeGreaterThanOrEqual(RATE_LIMIT);
    expect(second.acceptedCount).toBeLessThanOrEqual(RATE_LIMIT + refilledMeanwhile + second.refilledCount);
    for (const service of limited) await service.kill();
  });

  it('several processes exceed the quota of a project by at most the share of one process', async () => {
    const quota = 3_000_000;
    const limited = await Promise.all(
      Array.from({ length: PROCESSES }, () => start('--rate-limit', '0', '--max-project-size', String(quota))),
    );
    const project = (await store.accounts.projects()).find(({ slug }) => slug === OWN_PROJECT);
    if (!project) throw new Error('no project');
    const before = await store.usage.projectBytes(project.id);
    const json = { ...ITEM, content: 'word '.repeat(1_500) };
    /** Writes until the process rejects a write. */
    const fill = async (service: ServiceProcess) => {
      for (;;) {
        const { status, text } = await send(service, projectPath('/context'), { method: 'POST', json });
        if (status === 429 && text.includes('quota_exceeded')) return;
        expect(status, text).toBe(201);
      }
    };
    await Promise.all(limited.map(fill));
    const used = await store.usage.projectBytes(project.id);
    expect(used).toBeGreaterThan(quota - 20_000);
    expect(used).toBeLessThanOrEqual(quota + (quota - before) / PROCESSES);
    for (const service of limited) await service.kill();
  });
});
