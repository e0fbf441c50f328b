import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../open-store.ts';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { startServer } from '../server.ts';
import { checkNginxConfiguration, type ProxyName, type RunningProxy, startProxy } from '../testing/proxy.fixture.ts';
import { ITEM, populate, projectPath } from '../testing/service.fixture.ts';

const PROXIES: readonly ProxyName[] = ['caddy', 'nginx', 'nginx with upstream keep-alive'];
/** Maximum size of a body in the documented configuration of nginx. */
const NGINX_MAX_BYTES = 9 * 1_048_576;

async function serve() {
  const database = `${scratchFolder()}/service.db`;
  const store = openSqliteStore(database);
  const keys = await populate(store);
  await store.close();
  const reportedErrors: unknown[] = [];
  const server = await startServer({
    database,
    port: 0,
    trustProxy: true,
    report: (error) => reportedErrors.push(error),
  });
  onTestFinished(async () => {
    await server.close();
    expect(reportedErrors, 'errors that the service reported').toEqual([]);
  });
  return { keys, port: Number(new URL(server.url).port) };
}

interface ProxyResponse {
  readonly status: number;
  readonly text: string;
}

interface Sent {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, or the size of a body of zeros that is sent in chunks. */
  readonly body: string | number;
}

/** Creates a client with its own connections. */
function createClient({ port, isTls }: RunningProxy) {
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return ({ path, headers = {}, body }: Sent) =>
    new Promise<ProxyResponse>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method: 'POST', headers, agent };
      const sentRequest = isTls ? requestHttps({ ...options, rejectUnauthorized: false }) : requestHttp(options);
      sentRequest.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      });
      // A client that sends a large body can get an error after the response.
      sentRequest.on('error', (error) => setImmediate(reject, error));
      if (typeof body === 'string') sentRequest.end(body);
      else {
        sentRequest.setHeader('content-length', body);
        const part = Buffer.alloc(262_144, '0');
        let rest = body;
        const sendMore = () => {
          while (rest > 0 && !sentRequest.destroyed) {
            const next = part.subarray(0, Math.min(part.length, rest));
            rest -= next.length;
            if (!sentRequest.write(next)) {
              sentRequest.once('drain', sendMore);
              return;
            }
          }
          if (!sentRequest.destroyed) sentRequest.end();
        };
        sendMore();
      }
    });
}

describe.each(PROXIES)('behind %s', (name) => {
  it('rejected uploads behind a proxy get their response, and requests of other clients never fail', async () => {
    const { keys, port } = await serve();
    const proxy = await startProxy(name, port);
    const upload = createClient(proxy);
    const good = createClient(proxy);
    const authorization = `Bearer ${keys.ann}`;
    const uploads = [
      { path: projectPath('/context'), headers: { authorization }, min: 262_145, status: 413 },
      { path: projectPath('/logs'), headers: { authorization }, min: 1_048_577, status: 413 },
      { path: projectPath('/logs-batch'), headers: { authorization }, min: 8_388_609, status: 413 },
      { path: projectPath('/context'), headers: {}, min: 1, status: 401 },
      { path: '/nothing', headers: {}, min: 1, status: 404 },
      { path: projectPath('/context'), headers: { authorization, 'content-encoding': 'br' }, min: 1, status: 415 },
    ];
    const sizes = [0, 0, 300_000, 2_000_000, 8_900_000, selectByTier(9_300_000, 100_000_000)];
    const rejectedRequests = Array.from({ length: selectByTier(24, 200) }, (_, index) => {
      const { min, ...rest } = uploads[index % uploads.length] ?? { path: '/', headers: {}, min: 1, status: 0 };
      return { ...rest, body: Math.max(min, sizes[((index * 7) % 11) % sizes.length] ?? 0) };
    });
    const problems: unknown[] = [];
    const sendUploads = async () => {
      for (const { status, ...rest } of rejectedRequests) {
        const response = await upload(rest).catch(String);
        const isByNginx = name !== 'caddy' && rest.body > NGINX_MAX_BYTES;
        const isExpected =
          typeof response !== 'string' &&
          response.status === (isByNginx ? 413 : status) &&
          (isByNginx || response.text.includes('"error"'));
        if (!isExpected) problems.push({ ...rest, status, response });
      }
    };
    const sendGood = async () => {
      for (let count = 0; count < rejectedRequests.length; count += 1) {
        const headers = { authorization, 'content-type': 'application/json' };
        const response = await good({ path: projectPath('/context'), headers, body: JSON.stringify(ITEM) }).catch(
          String,
        );
        if (typeof response === 'string' || response.status !== 201) problems.push({ good: count, response });
      }
    };
    await Promise.all([sendUploads(), sendGood()]);
    expect(problems).toEqual([]);
  });
});

it('nginx accepts the documented configuration without warnings', async () => {
  expect(await checkNginxConfiguration()).toBe('');
});
