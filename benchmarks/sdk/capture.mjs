import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { useApitally as apitallyExpress } from 'apitally/express';
import { apitallyPlugin } from 'apitally/fastify';
import { useApitally as apitallyHono } from 'apitally/hono';
import { contextSync as expressSync } from '../../packages/sdk/build/express.js';
import { contextSync as fastifySync } from '../../packages/sdk/build/fastify.js';
import { contextSync as honoSync } from '../../packages/sdk/build/hono.js';
import { contextSync as nodeSync } from '../../packages/sdk/build/node.js';

const BODIES = { 'sdk-none': 'none', 'sdk-all': 'all' };
const SDK_ENTRIES = {
  'node:http': nodeSync,
  stream: nodeSync,
  express: expressSync,
  fastify: fastifySync,
  hono: honoSync,
};
const README_BATCH = 30;
/** Time in milliseconds after which all requests that a peer has started have ended. */
const SEND_MS = 100;

const require = createRequire(import.meta.url);
const sendInBackground = () => sleep(SEND_MS);

/** Adds apitally to an application. Returns a function that sends the collected data. */
function createApitally(isLogging) {
  const options = {
    clientId: '00000000-0000-4000-8000-000000000000',
    env: 'bench',
    requestLogging: { enabled: isLogging, logRequestBody: true, logResponseBody: true, logRequestHeaders: true },
  };
  const install = {
    express: (app) => apitallyExpress(app, options),
    fastify: (app) => app.register(apitallyPlugin, options),
    hono: (app) => apitallyHono(app, options),
  };
  const flush = async () => {
    const { ApitallyClient } = await import(
      new URL('common/client.js', import.meta.resolve('apitally/express').replace('express/', ''))
    );
    // This is the same call that apitally's timer makes every 10 seconds.
    await ApitallyClient.getInstance().sync();
  };
  return { install: (app, framework) => install[framework](app), flush };
}

function createReadme() {
  const { log } = require('readmeio');
  const options = { bufferLength: README_BATCH, baseLogUrl: 'https://docs.example.com' };
  const group = { apiKey: 'bench', label: 'bench', email: 'bench@example.com' };
  return { observe: (req, res) => log('rdme_bench', req, res, group, options), flush: sendInBackground };
}

/**
 * Creates the capture of a variant.
 * @returns `middleware` of the SDK, `observe` for each request in Node, or `install` for an application; and `flush`, which sends the queued data
 */
export function createCapture(application, variant, url) {
  const bodies = BODIES[variant];
  if (bodies !== undefined) {
    const middleware = SDK_ENTRIES[application]({ url, project: 'bench', key: 'csk_bench', bodies });
    return { middleware, flush: () => middleware.flush() };
  }
  if (variant.startsWith('apitally')) return createApitally(variant === 'apitally-bodies');
  if (variant === 'readmeio') return createReadme();
  return { flush: async () => undefined };
}
