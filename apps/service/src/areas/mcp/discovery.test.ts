import { describe, expect, it } from 'vitest';
import { openMcp } from '../../testing/mcp.fixture.ts';

describe('discovery of the MCP server', () => {
  it('the catalog of the host links to the server card, and the server card contains the URL of the MCP server', async () => {
    const { url } = await openMcp();
    const origin = new URL(url).origin;
    const catalog = await fetch(`${origin}/.well-known/ai-catalog.json`);
    expect(catalog.headers.get('content-type')).toBe('application/ai-catalog+json');
    const { specVersion, entries } = (await catalog.json()) as {
      specVersion: string;
      entries: { identifier: string; type: string; url: string }[];
    };
    expect([specVersion, entries.length, entries[0]?.identifier]).toEqual([
      '1.0',
      1,
      'urn:air:127.0.0.1:mcp:context-sync',
    ]);
    const card = await fetch(entries[0]?.url ?? '', { headers: { accept: 'application/mcp-server-card+json' } });
    expect([card.headers.get('content-type'), card.headers.get('access-control-allow-origin')]).toEqual([
      'application/mcp-server-card+json',
      '*',
    ]);
    const cardDescription = (await card.json()) as { name: string; description: string };
    expect(cardDescription).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      version: '1.0.0',
      remotes: [{ type: 'streamable-http', url }],
    });
    expect(cardDescription.description.length).toBeLessThanOrEqual(100);
    const etag = card.headers.get('etag') ?? '';
    const again = await fetch(entries[0]?.url ?? '', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('a browser that opens the URL of the MCP server gets a page with the setup for each client', async () => {
    const { url } = await openMcp();
    const response = await fetch(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([response.status, new URL(response.url).pathname]).toEqual([200, '/mcp/setup']);
    const page = await response.text();
    for (const client of ['Claude', 'ChatGPT', 'Cursor', 'VS Code', 'Codex'])
      expect(page).toContain(`<h2>${client}</h2>`);
    // The words of a command are elements, so that lines do not break at hyphens.
    expect(page.replace(/<\/?span>/g, '')).toContain(`codex mcp add context-sync --url ${url}`);
  });

  it('a client that accepts event streams does not get the setup page of the MCP server', async () => {
    const { url } = await openMcp();
    const response = await fetch(url, { headers: { accept: 'text/event-stream, text/html' } });
    expect(response.status).toBe(401);
  });
});
