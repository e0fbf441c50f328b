import { completable, inputRequired, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** The smallest valid PNG file in base64. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const text = (value: string) => ({ type: 'text', text: value }) as const;
const resource = (uri: string, value: string, mimeType = 'text/plain') =>
  ({ type: 'resource', resource: { uri, mimeType, text: value } }) as const;
const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Adds the tools and resources that the conformance suite requires. Only the conformance tests use them. */
export function addFixtureTools(server: McpServer): void {
  server.server.registerCapabilities({ logging: {} });
  const tools = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
    test_embedded_resource: [resource('test://embedded-resource', 'This is an embedded resource content.')],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ],
  } as const;
  for (const [name, content] of Object.entries(tools)) {
    server.registerTool(name, { description: name }, () => ({ content: [...content] }));
  }
  server.registerTool('test_error_handling', { description: 'Fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_logging', { description: 'Logs' }, async ({ mcpReq }) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data: line } });
      await pause();
    }
    return { content: [text('Logged')] };
  });
  server.registerTool('test_tool_with_progress', { description: 'Reports progress' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await pause();
    }
    return { content: [text('Done')] };
  });
  // The library rejects this request of the server, because the client has not declared support for sampling.
  server.registerTool('test_missing_capability', { description: 'Needs sampling' }, () =>
    inputRequired({
      inputRequests: {
        answer: inputRequired.createMessage({ messages: [{ role: 'user', content: text('Hello') }], maxTokens: 10 }),
      },
    }),
  );
  server.registerTool('test_streaming_elicitation', { description: 'Requests a name' }, () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: 'What is your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
        }),
      },
    }),
  );
  server.registerTool('test_logging_tool', { description: 'Logs on request' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    return { content: [text('Logged')] };
  });
  addResources(server);
  addPrompts(server);
}

function addResources(server: McpServer): void {
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PNG }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    ({ href: uri }, { id }) => ({ contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id }) }] }),
  );
}

function addPrompts(server: McpServer): void {
  const user = <T>(content: T) => ({ role: 'user' as const, content });
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'With arguments',
      argsSchema: z.object({ arg1: completable(z.string(), () => ['paris', 'park']), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user(resource(resourceUri, 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With an image' }, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
}
