// Serves the captured API in Node, Deno or Bun, and prints its port.
// serve.mjs <entry point of the SDK: fetch, hono or node> <URL of the receiver>
// A request to /close closes the client and stops the server; a request to /stop only stops the server, so that the process ends by itself.
import { createServer } from 'node:http';
import process from 'node:process';
import { contextSync as captureFetch } from '@context-sync/sdk/fetch';
import { contextSync as captureHono } from '@context-sync/sdk/hono';
import { contextSync as captureNode } from '@context-sync/sdk/node';
import { createFailure, createHonoApplication, getOptions, respond } from './application.mjs';

const [, , entry, url] = process.argv;
const HOSTNAME = '127.0.0.1';

/** Serves a function from `Request` to `Response`. */
async function serveWeb(handler) {
  const fetchGuarded = async (request, ...rest) => {
    try {
      return await handler(request, ...rest);
    } catch {
      return createFailure();
    }
  };
  if (globalThis.Deno !== undefined) {
    const server = globalThis.Deno.serve({ port: 0, hostname: HOSTNAME, onListen: () => undefined }, fetchGuarded);
    return { port: server.addr.port, stop: () => server.shutdown() };
  }
  if (globalThis.Bun !== undefined) {
    const server = globalThis.Bun.serve({ port: 0, hostname: HOSTNAME, fetch: fetchGuarded });
    return { port: server.port, stop: () => server.stop() };
  }
  const { createAdaptorServer } = await import('@hono/node-server');
  return listen(createAdaptorServer({ fetch: fetchGuarded }));
}

async function listen(server) {
  await new Promise((resolve) => server.listen(0, HOSTNAME, resolve));
  return { port: server.address().port, stop: () => server.close() };
}

/** Converts the messages of `node:http` for the application. */
async function respondNode(req, res) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const request = new Request(`http://${req.headers.host}${req.url}`, {
    method: req.method,
    headers: req.headers,
    body,
  });
  const response = await respond(request).catch(() => createFailure());
  res.writeHead(response.status, Object.fromEntries(response.headers));
  if (req.url !== '/stream') return res.end(Buffer.from(await response.arrayBuffer()));
  for await (const chunk of response.body) res.write(chunk);
  res.end();
}

async function serve() {
  const options = getOptions(url);
  if (entry === 'fetch') {
    const handler = captureFetch(respond, options);
    return { capture: handler, ...(await serveWeb(withControl(handler))) };
  }
  if (entry === 'hono') {
    const capture = captureHono(options);
    return { capture, ...(await serveWeb(withControl(createHonoApplication(capture).fetch))) };
  }
  const capture = captureNode(options);
  const server = createServer((req, res) => {
    if (control(req.url)) return res.end();
    capture(req, res);
    void respondNode(req, res);
  });
  return { capture, ...(await listen(server)) };
}

const withControl =
  (handler) =>
  (request, ...rest) =>
    control(new URL(request.url).pathname) ? new Response('') : handler(request, ...rest);

/** Ends the process after the response if the path requests it. */
function control(path) {
  if (path !== '/close' && path !== '/stop') return false;
  setTimeout(async () => {
    await running.stop();
    if (path === '/stop') return;
    await running.capture.close();
    process.exit(0);
  }, 10);
  return true;
}

const running = await serve();
console.log(running.port);
