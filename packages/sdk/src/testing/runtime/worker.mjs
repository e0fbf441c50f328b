// The captured API as a module of Cloudflare Workers, with the entry point in the binding ENTRY.
import { env } from 'cloudflare:workers';
import { contextSync as captureFetch } from '@context-sync/sdk/fetch';
import { contextSync as captureHono } from '@context-sync/sdk/hono';
import { createFailure, createHonoApplication, getOptions, respond } from './application.mjs';

const options = getOptions(env.RECEIVER_URL);
const handler =
  env.ENTRY === 'hono' ? createHonoApplication(captureHono(options)).fetch : captureFetch(respond, options);

// biome-ignore lint/style/noDefaultExport: Workers read their handlers from a default export
export default {
  async fetch(request, bindings, context) {
    try {
      return await handler(request, bindings, context);
    } catch {
      return createFailure();
    }
  },
};
