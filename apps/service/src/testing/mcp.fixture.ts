import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { listen, SERVER_TIMEOUTS } from '../platform/connections/listen.ts';
import type { McpOptions } from '../platform/mcp/mcp-endpoint.ts';
import type { RateLimitOptions } from '../platform/rate-limit/rate-limits.ts';
import { createServices } from '../services.ts';
import { openService } from './service.fixture.ts';

export type Era = 'modern' | 'legacy';
export const ERAS: readonly Era[] = ['modern', 'legacy'];

/** Result of a tool call. */
export interface Called<T> {
  readonly isError: boolean;
  readonly data: T;
  readonly text: string;
}

/** Starts the service over HTTP with its MCP server. Returns a function that creates clients for the server. */
export async function openMcp(mcp: McpOptions = {}, rateLimits: RateLimitOptions = {}) {
  const service = await openService();
  const stopping = new AbortController();
  const report = (error: unknown) => service.reported.push(error);
  const services = createServices(service.store, service.parsers, report);
  const app = createApp(service.store, report, {
    services,
    mcp,
    rateLimits,
    stopping: stopping.signal,
    parsers: service.parsers,
    requestDeadline: 600_000,
  });
  const handle = (request: Request, bindings: unknown) => app.fetch(request, bindings as object);
  const listening = await listen(handle, { host: '127.0.0.1', port: 0, limits: SERVER_TIMEOUTS });
  const stop = async () => {
    stopping.abort();
    await listening.close(5_000);
  };
  onTestFinished(stop);
  const url = `http://127.0.0.1:${listening.port}/mcp`;

  /**
   * Creates a client of the stateless or of an earlier protocol revision.
   * @param key API key; null for an anonymous client. Default: Ann's key
   */
  const connect = (era: Era, key: string | null = service.keys.ann) => connectTo(url, era, key);
  return { ...service, services, url, connect, stop };
}

/**
 * Creates a client of the stateless or of an earlier protocol revision.
 * @param key API key; null for an anonymous client
 */
export async function connectTo(url: string, era: Era, key: string | null): Promise<Client> {
  const mode: NonNullable<ClientOptions['versionNegotiation']>['mode'] =
    era === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  onTestFinished(() => client.close());
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

export async function call<T>(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called<T>> {
  const result = await client.callTool({ name, arguments: args });
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { isError: result.isError === true, data: result.structuredContent as T, text };
}
