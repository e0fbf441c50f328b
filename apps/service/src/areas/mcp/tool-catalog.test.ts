import { describe, expect, it } from 'vitest';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import { call, ERAS, openMcp } from '../../testing/mcp.fixture.ts';
import {
  errorBody,
  FOREIGN_PROJECT,
  OWN_PROJECT,
  openService,
  projectPath,
  SECOND_PROJECT,
} from '../../testing/service.fixture.ts';
import { MAX_REPORTED_CLIENTS } from './store.ts';

const TOOL = 'search_context';
const TOOLS = projectPath('/mcp/tools');
const today = getDayOfMinute(getMinute(Date.now()));

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly originalDescription: string | null;
  readonly enabled: boolean;
  readonly calls30d: number;
  readonly errors30d: number;
  readonly meanDurationMs: number | null;
  readonly clients: readonly { readonly name: string; readonly calls: number }[];
  readonly intents: readonly { readonly intent: string; readonly client: string }[];
}

describe.each(ERAS)('the catalog of MCP tools with a %s client', (era) => {
  it('a tool that is disabled in one of two projects is listed, and cannot be called in that project', async () => {
    const { store, projectId, connect } = await openMcp();
    await store.mcpTools.change({ projectId: await projectId(), name: TOOL, enabled: false, description: 'Changed' });
    const client = await connect(era);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === TOOL)?.description).not.toBe('Changed');
    const off = await call(client, TOOL, { query: 'x', project: OWN_PROJECT });
    expect([off.isError, off.text]).toEqual([true, `the tool ${TOOL} is switched off in the project "${OWN_PROJECT}"`]);
    expect((await call(client, TOOL, { query: 'x', project: SECOND_PROJECT })).isError).toBe(false);
  });

  it('a tool that is disabled in the only project of a client is not listed, and the error of a call states that it is disabled', async () => {
    const { store, projectId, connect, keys, services } = await openMcp();
    const setting = { projectId: await projectId(FOREIGN_PROJECT), name: TOOL, description: null };
    const client = await connect(era, keys.bob);
    const listNames = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await listNames()).toContain(TOOL);
    await store.mcpTools.change({ ...setting, enabled: false });
    expect(await listNames()).not.toContain(TOOL);
    await expect(call(client, TOOL, { query: 'x' })).rejects.toThrow(`The tool ${TOOL} is switched off`);
    expect((await (await connect(era)).listTools()).tools.map(({ name }) => name)).toContain(TOOL);
    await store.mcpTools.change({ ...setting, enabled: true });
    expect((await call(client, TOOL, { query: 'x' })).isError).toBe(false);
    await services.toolCalls.write();
    expect(await store.mcpTools.counts(setting.projectId, today)).toMatchObject([{ tool: TOOL, calls: 1, errors: 0 }]);
  });

  it('an MCP client gets the tool description that the project has set', async () => {
    const { store, projectId, connect, keys } = await openMcp();
    const description = 'Searches the docs of the pet shop';
    await store.mcpTools.change({
      projectId: await projectId(FOREIGN_PROJECT),
      name: TOOL,
      enabled: true,
      description,
    });
    const { tools } = await (await connect(era, keys.bob)).listTools();
    expect(tools.find(({ name }) => name === TOOL)?.description).toBe(description);
  });

  it('tool calls and errors are counted by the name of the MCP client', async () => {
    const { connect, services, sendRequest } = await openMcp();
    const client = await connect(era);
    await call(client, TOOL, { query: 'x', project: OWN_PROJECT });
    await call(client, 'get_context_item', { id: 'no-such-item', project: OWN_PROJECT });
    await services.toolCalls.write();
    const { body } = await sendRequest<{ tools: ListedTool[] }>('GET', TOOLS);
    // Clients of earlier protocol revisions send their name only when they connect, so calls are counted by the program in the User-Agent header.
    const clients = [{ name: era === 'modern' ? 'test' : 'node', calls: 1 }];
    expect(body.tools.filter(({ calls30d }) => calls30d > 0)).toMatchObject([
      { name: TOOL, errors30d: 0, meanDurationMs: expect.any(Number), clients },
      { name: 'get_context_item', errors30d: 1, clients },
    ]);
  });
});

describe.each(ERAS)('the intent of a %s client', (era) => {
  it('tools have the argument "intent" only if a project enables it, and intents are stored without credentials and email addresses', async () => {
    const { connect, services, sendRequest, keys } = await openMcp();
    const listArguments = async () => {
      const { tools } = await (await connect(era)).listTools();
      return tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}).includes('intent'));
    };
    expect(new Set(await listArguments())).toEqual(new Set([false]));
    const intent = `Find how ann@example.com rotates ${keys.ann}\u202e`;
    const search = async () => call(await connect(era), TOOL, { query: 'x', project: OWN_PROJECT, intent });
    expect((await search()).isError).toBe(false);
    await services.toolCalls.write();
    const list = async () =>
      (await sendRequest<{ tools: ListedTool[] }>('GET', TOOLS)).body.tools.find(({ name }) => name === TOOL)?.intents;
    expect(await list()).toEqual([]);

    await sendRequest('PATCH', projectPath('/mcp/settings'), { json: { askForIntent: true } });
    expect(new Set(await listArguments())).toEqual(new Set([true]));
    await search();
    await call(await connect(era), TOOL, { query: 'x', project: OWN_PROJECT, intent: 7 });
    await call(await connect(era), TOOL, { query: 'x', project: SECOND_PROJECT, intent });
    await services.toolCalls.write();
    const stored = await list();
    expect(stored).toMatchObject([{ intent: expect.stringMatching(/^Find how /), client: expect.any(String) }]);
    expect(JSON.stringify(stored)).not.toMatch(/ann@example|csk_|\u202e/);
  });
});

describe('the operations of MCP tools', () => {
  it('the owner of a project can disable a tool, change its description, and restore the description', async () => {
    const { sendRequest, store, projectId } = await openService();
    const path = `${TOOLS}/${TOOL}`;
    const list = async () =>
      (await sendRequest<{ tools: ListedTool[] }>('GET', TOOLS)).body.tools.find(({ name }) => name === TOOL);
    const before = await list();
    expect(before).toMatchObject({ enabled: true, originalDescription: null, calls30d: 0, meanDurationMs: null });
    const offResponse = await sendRequest('PATCH', path, { json: { enabled: false } });
    expect(offResponse).toMatchObject({ status: 200, body: { enabled: false, description: before?.description } });
    await sendRequest('PATCH', path, { json: { description: ' Finds pets ' } });
    expect(await list()).toMatchObject({
      enabled: false,
      description: 'Finds pets',
      originalDescription: before?.description,
    });
    await sendRequest('PATCH', path, { json: { enabled: true, description: null } });
    expect(await list()).toEqual(before);
    const { items } = await store.audit.list(await projectId(), { limit: 10, action: 'mcp-tool.update' });
    expect(items.map(({ target, outcome }) => [target, outcome])).toEqual(Array(3).fill([TOOL, 'succeeded']));
  });

  it('the tool report lists the clients with the most calls, and counts the other clients together', async () => {
    const { sendRequest, store, projectId } = await openService();
    const counts = Array.from({ length: MAX_REPORTED_CLIENTS + 3 }, (_, index) => index + 1).map((calls) => {
      return { day: today, tool: TOOL, client: `client ${calls}`, calls, errors: 0, durationMs: 1 };
    });
    await store.mcpTools.addCounts(await projectId(), counts);
    const { body } = await sendRequest<{ tools: ListedTool[] }>('GET', TOOLS);
    const clients = body.tools.find(({ name }) => name === TOOL)?.clients ?? [];
    expect(clients).toHaveLength(MAX_REPORTED_CLIENTS + 1);
    expect([clients[0], clients.at(-1)]).toEqual([
      { name: `client ${counts.length}`, calls: counts.length },
      { name: 'other', calls: 1 + 2 + 3 },
    ]);
  });

  it.each([
    ['an empty description', { description: ' ' }],
    ['a long description', { description: 'x'.repeat(1_001) }],
    ['an unknown property', { title: 'x' }],
  ])('a change of a tool with %s is rejected', async (_name, json) => {
    const { sendRequest } = await openService();
    expect(await sendRequest('PATCH', `${TOOLS}/${TOOL}`, { json })).toMatchObject(errorBody(400, 'invalid_request'));
  });

  it('a change of an unknown tool returns 404', async () => {
    const { sendRequest } = await openService();
    const response = await sendRequest('PATCH', `${TOOLS}/no_such_tool`, { json: { enabled: false } });
    expect(response).toMatchObject(errorBody(404, 'not_found'));
  });
});
