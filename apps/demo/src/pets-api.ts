import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contextSync } from '@context-sync/sdk/node';
import type { Cleanup, TestService } from '@context-sync/testkit';

/** A running test API whose requests are captured. */
export interface PetsApi {
  readonly url: string;
  /** Sends the queued logs of captured requests to the service. */
  flush(): Promise<void>;
}

/** Starts a small API that stores pets. The SDK is called at the start of its request listener. */
export async function startPetsApi(cleanup: Cleanup, { url, project, key }: TestService): Promise<PetsApi> {
  const capture = contextSync({
    url,
    project,
    key,
    route: () => '/pets',
    user: ({ req }) => req.headers['x-user']?.toString(),
  });
  const server = createServer((req, res) => {
    capture(req, res);
    void respond(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await capture.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, flush: () => capture.flush() };
}

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  let text = '';
  for await (const part of req.setEncoding('utf8')) text += String(part);
  const send = (status: number, body: object) => {
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(body));
  };
  if (req.method !== 'POST') return send(200, { pets: [] });
  const { weight } = JSON.parse(text) as { weight?: unknown };
  if (typeof weight === 'number') return send(201, { weight });
  return send(422, { error: { code: 'invalid_weight', message: 'weight is invalid' } });
}
