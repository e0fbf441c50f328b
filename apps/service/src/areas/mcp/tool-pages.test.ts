import { describe, expect, it } from 'vitest';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import { signInWithKey } from '../../testing/browser.fixture.ts';
import { BOB, OWN_PROJECT, openService } from '../../testing/service.fixture.ts';

const TOOLS = `/projects/${OWN_PROJECT}/mcp`;
const TOOL = 'search_context';

async function openCatalog() {
  const service = await openService();
  const signIn = (key: string) => signInWithKey(service.app, key);
  const id = await service.projectId();
  return {
    ...service,
    signIn,
    ann: await signIn(service.keys.ann),
    setting: () => service.store.mcpTools.setting(id, TOOL),
    id,
  };
}

describe('the pages of MCP tools', () => {
  it('the page of MCP tools shows every tool with its calls, error rate, duration and clients, and shows client names as text', async () => {
    const { ann, store, id } = await openCatalog();
    const day = getDayOfMinute(getMinute(Date.now()));
    const client = '<script>alert(1)</script>';
    await store.mcpTools.addCounts(id, [{ day, tool: TOOL, client, calls: 2_000, errors: 50, durationMs: 30_000 }]);
    const [list, tool] = [await ann.open(TOOLS), await ann.open(`${TOOLS}/${TOOL}`)];
    for (const page of [list, tool]) {
      expect(page.status).toBe(200);
      for (const text of ['2,000', '2.5 %', '15 ms', '&lt;script&gt;alert(1)']) expect(page.text).toContain(text);
      expect(page.text).not.toContain(client);
    }
    expect(list.text).toMatch(/\b1 of the \d+ tools that are switched on were called/);
    for (const name of ['get_endpoint', 'submit_feedback']) expect(list.text).toContain(`${TOOLS}/${name}`);
  });

  it('on its page, an owner can disable a tool, change its description and restore it, and each change is audited', async () => {
    const { ann, setting, store, id } = await openCatalog();
    const action = `${TOOLS}/${TOOL}`;
    const change = async (fields: Record<string, string>) => ann.send(await ann.open(action), { action, fields });
    const offPage = await change({ enabled: 'off', description: ' Finds <pets> ' });
    expect([offPage.status, offPage.location]).toEqual([303, `${action}?done=saved`]);
    expect((await ann.open(offPage.location ?? '')).text).toContain('Finds &lt;pets&gt;');
    expect(await setting()).toMatchObject({ enabled: false, description: 'Finds <pets>' });
    expect((await change({ description: 'x'.repeat(1_001) })).status).toBe(422);
    await change({ enabled: 'on', description: '' });
    expect(await setting()).toMatchObject({ enabled: true, description: null });
    const { items } = await store.audit.list(id, { limit: 10, action: 'mcp-tool.update' });
    expect(items.map(({ target, outcome }) => [target, outcome])).toEqual(Array(2).fill([TOOL, 'succeeded']));
  });

  it('the pages of MCP tools show intents and reported gaps as text only', async () => {
    const { ann, store, id } = await openCatalog();
    const send = async (intent: string) => ann.send(await ann.open(TOOLS), { action: TOOLS, fields: { intent } });
    expect((await send('on')).location).toBe(`${TOOLS}?done=asking`);
    const hostileText = '<img src=x onerror=alert(1)> find pets';
    const at = new Date().toISOString();
    await store.mcpTools.addIntents(id, [{ tool: TOOL, client: '<b>client</b>', intent: hostileText, at }]);
    await store.feedback.report(id, {
      source: 'mcp',
      kind: 'missing',
      impact: null,
      task: null,
      detail: `${hostileText} in bulk`,
      suggestion: null,
      about: null,
      agent: null,
      userId: null,
      logId: null,
      endpointId: null,
      reporter: 'someone',
      fingerprint: 'a fingerprint',
    });
    const tool = await ann.open(`${TOOLS}/${TOOL}`);
    const all = await ann.open(TOOLS);
    for (const { text } of [tool, all]) expect(text).not.toContain('<img');
    expect(tool.text).toContain('&lt;img src=x onerror=alert(1)&gt; find pets');
    expect(tool.text).not.toContain('<b>client');
    expect(all.text).toContain('find pets in bulk');
    expect((await send('off')).location).toBe(`${TOOLS}?done=not-asking`);
    expect(await store.mcpTools.intents(id)).toEqual([]);
  });

  it('a member sees the pages of MCP tools but cannot change the tools, and others get 404', async () => {
    const { ann, signIn, keys, store, setting } = await openCatalog();
    const bob = await signIn(keys.bob);
    const action = `${TOOLS}/${TOOL}`;
    for (const path of [TOOLS, action]) expect((await bob.open(path)).status).toBe(404);
    await store.accounts.addMember(OWN_PROJECT, BOB);
    const seenPage = await bob.open(action);
    expect([seenPage.status, seenPage.forms.has(action)]).toEqual([200, false]);
    // The member sends the form with a valid token, as a manipulated page could do.
    const token = bob.send(
      { forms: new Map([[action, seenPage.forms.get('/sign-out') ?? {}]]) },
      { action, fields: { enabled: 'off' } },
    );
    expect((await token).status).toBe(403);
    const forms = new Map([[TOOLS, seenPage.forms.get('/sign-out') ?? {}]]);
    expect((await bob.send({ forms }, { action: TOOLS, fields: { intent: 'on' } })).status).toBe(403);
    expect(await setting()).toBeUndefined();
    expect((await ann.open(`${TOOLS}/no_such_tool`)).status).toBe(404);
  });
});
