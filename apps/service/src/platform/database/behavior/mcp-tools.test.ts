import { createRedaction } from '@context-sync/redaction';
import { describe, expect, it } from 'vitest';
import { MAX_INTENTS, OTHER_CLIENTS } from '../../../areas/mcp/store.ts';
import { MAX_COUNTS, ToolCalls } from '../../../areas/mcp/tool-calls.ts';
import { populate } from '../../../testing/service.fixture.ts';
import { getDayOfMinute, getMinute, MINUTES_PER_DAY } from '../../time/minutes.ts';
import { NAME_LIMITS } from '../name-limits.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';

const DAY = getDayOfMinute(getMinute('2026-06-15T12:00:00Z'));
const COUNTS = { day: DAY, tool: 'search_context', client: 'claude-code', calls: 2, errors: 1, durationMs: 10.5 };

describe('counts of the calls of MCP tools', () => {
  it('call counts of the same day, MCP tool and client are added up, and old counts are deleted', async () => {
    const { store } = await openTestStore();
    const { id } = await createProject(store, (await populate(store)).ann);
    await store.mcpTools.addCounts(id, [COUNTS, COUNTS, { ...COUNTS, day: DAY - MINUTES_PER_DAY }]);
    await store.mcpTools.addCounts(id, [COUNTS]);
    const { day: _day, ...total } = COUNTS;
    expect(await store.mcpTools.counts(id, DAY)).toEqual([{ ...total, calls: 6, errors: 3, durationMs: 31.5 }]);
    expect(await store.mcpTools.counts(id, 0)).toMatchObject([{ calls: 8 }]);
    expect(await store.mcpTools.prune(DAY, '2026-01-01T00:00:00.000Z')).toBe(1);
    expect(await store.mcpTools.counts(id, 0)).toMatchObject([{ calls: 6 }]);
  });

  it('calls of MCP clients over the daily limit of client names are counted together', async () => {
    const { store } = await openTestStore();
    const { id } = await createProject(store, (await populate(store)).ann);
    const names = Array.from({ length: NAME_LIMITS.mcpClientsPerDay + 10 }, (_, index) => `client ${index}`);
    const counts = names.map((client) => ({ ...COUNTS, client }));
    await store.mcpTools.addCounts(id, counts.slice(0, 20));
    await store.mcpTools.addCounts(id, counts);
    const rows = await store.mcpTools.counts(id, DAY);
    expect(rows).toHaveLength(NAME_LIMITS.mcpClientsPerDay + 1);
    expect(rows.find(({ client }) => client === OTHER_CLIENTS)?.calls).toBe(20);
  });

  it('the number of call counts in memory is limited, whatever names MCP clients send', async () => {
    const { store } = await openTestStore();
    const { id } = await createProject(store, (await populate(store)).ann);
    const calls = new ToolCalls(store, createRedaction());
    const call = { projectId: id, tool: 'search_context', isError: false, durationMs: 1 };
    for (let index = 0; index < MAX_COUNTS + 10; index += 1) calls.recordCall({ ...call, client: `client ${index}` });
    expect(calls.size).toBe(MAX_COUNTS + 1);
    await calls.write();
    const rows = await store.mcpTools.counts(id, 0);
    expect(rows).toHaveLength(NAME_LIMITS.mcpClientsPerDay + 1);
    expect(rows.reduce((sum, row) => sum + row.calls, 0)).toBe(MAX_COUNTS + 10);
    expect(calls.size).toBe(0);
  });

  it('concurrent writers lose no counts of MCP tool calls', async () => {
    const { store } = await openTestStore();
    const { id } = await createProject(store, (await populate(store)).ann);
    const calls = new ToolCalls(store, createRedaction());
    const call = { projectId: id, tool: 'search_context', client: '', isError: false, durationMs: 1 };
    const writes = Array.from({ length: 20 }, () => {
      calls.recordCall(call);
      return calls.write();
    });
    await Promise.all(writes);
    expect(await store.mcpTools.counts(id, 0)).toMatchObject([{ client: 'unknown', calls: 20, errors: 0 }]);
  });

  it('call counts that cannot be stored are stored later, and MCP tool calls are counted in the meantime', async () => {
    const { store } = await openTestStore();
    const { id } = await createProject(store, (await populate(store)).ann);
    const calls = new ToolCalls(store, createRedaction());
    const call = { projectId: 'no-such-project', tool: 'search_context', client: 'c', isError: true, durationMs: 1 };
    calls.recordCall(call);
    calls.recordCall({ ...call, projectId: id });
    await expect(calls.write()).rejects.toThrow();
    await expect(calls.write()).rejects.toThrow();
    expect(await store.mcpTools.counts(id, 0)).toMatchObject([{ client: 'c', calls: 1, errors: 1 }]);
  });
});

describe('intents of the calls of MCP tools', () => {
  const AT = Date.parse('2026-06-15T12:00:00Z');
  const createIntent = (index: number, tool = 'search_context') => ({
    tool,
    client: 'claude-code',
    intent: `find page ${index}`,
    at: new Date(AT + index).toISOString(),
  });

  it('intents of MCP tool calls are stored only while the project enables them, and deleted when it disables them', async () => {
    const { store } = await openTestStore();
    const { id } = await createProject(store, (await populate(store)).ann);
    await store.mcpTools.addIntents(id, [createIntent(1)]);
    expect(await store.mcpTools.intents(id)).toEqual([]);
    await store.mcpTools.askForIntent(id, true);
    await store.mcpTools.askForIntent(id, true);
    expect((await store.mcpTools.settings([id])).intentProjects).toEqual([id]);
    await store.mcpTools.addIntents(id, [createIntent(1), createIntent(2)]);
    expect(await store.mcpTools.intents(id)).toEqual([createIntent(2), createIntent(1)]);
    await store.mcpTools.askForIntent(id, false);
    expect(await store.mcpTools.intents(id)).toEqual([]);
    expect((await store.mcpTools.settings([id])).intentProjects).toEqual([]);
  });

  it('the newest intents of each MCP tool are kept, and old intents are deleted', async () => {
    const { store } = await openTestStore();
    const { id } = await createProject(store, (await populate(store)).ann);
    await store.mcpTools.askForIntent(id, true);
    await store.mcpTools.addIntents(id, [createIntent(0, 'get_operation')]);
    const intents = Array.from({ length: MAX_INTENTS + 5 }, (_, index) => createIntent(index));
    await store.mcpTools.addIntents(id, intents.slice(0, 10));
    await store.mcpTools.addIntents(id, intents.slice(10));
    expect(await store.mcpTools.intents(id)).toEqual([
      ...intents.slice(5).toReversed(),
      createIntent(0, 'get_operation'),
    ]);
    expect(await store.mcpTools.prune(0, new Date(AT + 10).toISOString())).toBe(6);
    expect(await store.mcpTools.intents(id)).toEqual(intents.slice(10).toReversed());
  });
});
