import { z } from 'zod';
import { createApp, openApiDocument } from './app.ts';
import { openSqliteStore } from './open-store.ts';
import { Parsers } from './parsers.ts';
import { createServices } from './services.ts';

/** A tool of the MCP server, as clients receive it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input: object;
  /** Whether the tool works without a key if a project allows access without a key. */
  readonly isPublic: boolean;
}

/** Returns the document that `/openapi.json` serves and the tools of the MCP server, without starting the service. */
export function describeApi(): { readonly document: object; readonly tools: readonly ToolDescription[] } {
  const store = openSqliteStore(':memory:');
  const parsers = new Parsers({ redactedNames: [] });
  const report = () => undefined;
  try {
    const services = createServices(store, parsers, report);
    const tools = services.listTools({
      id: '',
      clientName: '',
      scopes: [],
      projects: async () => [],
      publicOnly: false,
    });
    return {
      document: openApiDocument(createApp(store, report, { parsers, services })),
      tools: tools.map(({ name, description, input, isPublic }) => ({
        name,
        description,
        input: z.toJSONSchema(input, { io: 'input' }),
        isPublic,
      })),
    };
  } finally {
    void store.close();
  }
}
