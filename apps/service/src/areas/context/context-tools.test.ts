import { describe, expect, it } from 'vitest';
import { call, ERAS, openMcp } from '../../testing/mcp.fixture.ts';
import { BOB, FOREIGN_PROJECT, OWN_PROJECT, SECOND_PROJECT } from '../../testing/service.fixture.ts';

const ROTATE = {
  title: 'Keys · Rotate a key',
  content: 'Keys > Rotate a key\n\nKeys are rotated in the settings.\n\nSource: https://docs.example.com/keys#rotate',
  public: true,
};
const SECRET = { title: 'Keys · Internal', content: 'How keys are kept in the vault.', public: false };

interface FoundItems {
  readonly project: string;
  readonly matched: string;
  readonly items: readonly Record<string, unknown>[];
}
type TestItem = Record<string, unknown>;

async function open() {
  const mcp = await openMcp();
  const createItems = async (slug: string, ...items: { title: string; content?: string; public?: boolean }[]) => {
    const id = await mcp.projectId(slug);
    return Promise.all(items.map((item) => mcp.store.contextItems.create(id, item)));
  };
  await mcp.store.accounts.createUser('carol@example.com');
  await mcp.store.accounts.addMember(SECOND_PROJECT, 'carol@example.com', 'owner');
  await mcp.store.accounts.removeMember(SECOND_PROJECT, 'ann@example.com');
  const [rotate, secret] = await createItems(OWN_PROJECT, ROTATE, SECRET);
  if (!rotate || !secret) throw new Error('no items');
  return { ...mcp, at: createItems, rotate, secret };
}

describe.each(ERAS)('MCP over the %s protocol', (era) => {
  it('search_context finds items and returns their title, source and text', async () => {
    const { connect, rotate } = await open();
    const client = await connect(era);
    const { data, text, isError } = await call<FoundItems>(client, 'search_context', {
      query: 'How do I rotate a key?',
    });
    expect(isError).toBe(false);
    expect(data.project).toBe(OWN_PROJECT);
    expect(data.items[0]).toEqual({
      id: rotate.id,
      title: ROTATE.title,
      source: 'https://docs.example.com/keys#rotate',
      uri: `context-sync://${OWN_PROJECT}/context/${rotate.id}`,
      excerpt: 'Keys > Rotate a key\n\nKeys are rotated in the settings.',
      complete: true,
      score: expect.any(Number),
    });
    for (const part of [ROTATE.title, 'Source: https://docs.example.com/keys#rotate', 'rotated in the settings']) {
      expect(text).toContain(part);
    }
    expect((await call<FoundItems>(client, 'search_context', { query: 'zebra' })).data.items).toEqual([]);
    expect((await call<FoundItems>(client, 'search_context', { query: 'key', limit: 1 })).data.items).toHaveLength(1);
  });

  it('search_context reports whether the items contain all words of the query', async () => {
    const { connect } = await open();
    const client = await connect(era);
    const search = (query: string) => call<FoundItems>(client, 'search_context', { query });
    const all = await search('rotate keys');
    expect([all.data.matched, all.data.items.length]).toEqual(['all', 1]);
    expect(all.text).toMatch(/^1\. /);
    const someResult = await search('rotate zebra');
    expect([someResult.data.matched, someResult.data.items.length]).toEqual(['some', 1]);
    expect(someResult.text).toMatch(/^None of these items contains all words of the query\. .*\n\n1\. /);
    const none = await search('zebra');
    expect([none.data.matched, none.data.items.length]).toEqual(['none', 0]);
    expect(none.text).toMatch(/^No item contains any word of this query\./);
  });

  it('get_context_item returns a complete item', async () => {
    const { connect, rotate } = await open();
    const { data, text } = await call<TestItem>(await connect(era), 'get_context_item', {
      id: rotate.id,
      project: OWN_PROJECT,
    });
    expect(data).toEqual({
      project: OWN_PROJECT,
      id: rotate.id,
      title: ROTATE.title,
      content: ROTATE.content,
      source: 'https://docs.example.com/keys#rotate',
      uri: `context-sync://${OWN_PROJECT}/context/${rotate.id}`,
      public: true,
      updatedAt: rotate.updatedAt,
    });
    expect(text).toContain(ROTATE.content);
  });

  it('get_context_item returns a null source for an item without a source', async () => {
    const { connect, secret } = await open();
    const { data } = await call<TestItem>(await connect(era), 'get_context_item', { id: secret.id });
    expect(data.source).toBeNull();
  });

  it('resources/list lists the items of several projects in pages, and resources/read returns their text', async () => {
    const { connect, store, at } = await open();
    await store.accounts.addMember(SECOND_PROJECT, 'ann@example.com');
    await at(
      SECOND_PROJECT,
      ...Array.from({ length: 103 }, (_, number) => ({ title: `D${number}`, content: `Text ${number}` })),
    );
    const client = await connect(era);
    // `request` returns one page, while the client's own list method reads all pages.
    const page = (params: { cursor?: string }) => client.request({ method: 'resources/list', params });
    const first = await page({});
    expect(first.resources).toHaveLength(100);
    expect(first.nextCursor).toEqual(expect.any(String));
    const titles = first.resources.map(({ title }) => title);
    let { nextCursor: cursor } = first;
    while (cursor !== undefined) {
      const next = await page({ cursor });
      titles.push(...next.resources.map(({ title }) => title));
      cursor = next.nextCursor;
    }
    expect(titles.slice(0, 2).sort()).toEqual([SECRET.title, ROTATE.title].sort());
    expect(new Set(titles).size).toBe(105);
    expect(first.resources.find(({ title }) => title === ROTATE.title)).toMatchObject({
      description: 'https://docs.example.com/keys#rotate',
      mimeType: 'text/markdown',
      size: Buffer.byteLength(ROTATE.content),
    });
    const last = first.resources[99];
    const { contents } = await client.readResource({ uri: last?.uri ?? '' });
    expect(contents).toEqual([{ uri: last?.uri, mimeType: 'text/markdown', text: last?.title?.replace('D', 'Text ') }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['context-sync://{project}/context/{id}']);
  });

  it('resources/list rejects an invalid cursor', async () => {
    const { connect } = await open();
    await expect((await connect(era)).listResources({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
  });

  it('MCP tools and resources do not reveal items that the user cannot access', async () => {
    const { connect, at, keys, rotate } = await open();
    const [foreign] = await at(FOREIGN_PROJECT, { title: 'Acme', content: 'Rotate the key of Acme.', public: true });
    const client = await connect(era);
    for (const args of [
      { query: 'rotate', project: FOREIGN_PROJECT },
      { query: 'rotate', project: 'no-such-project' },
    ]) {
      const { isError, text } = await call(client, 'search_context', args);
      expect([isError, text]).toEqual([true, `no access to a project "${args.project}"; available: ${OWN_PROJECT}`]);
    }
    const shownResult = await call(client, 'get_context_item', { id: foreign?.id });
    expect([shownResult.isError, shownResult.text]).toEqual([true, expect.stringContaining('does not exist in')]);
    expect((await client.listResources({})).resources.map(({ title }) => title)).not.toContain('Acme');
    for (const uri of [
      `context-sync://${FOREIGN_PROJECT}/context/${foreign?.id}`,
      `context-sync://${OWN_PROJECT}/context/${foreign?.id}`,
      'context-sync://octo-api/context/none',
      'file:///etc/passwd',
    ]) {
      await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
    }
    const bobs = await connect(era, keys.bob);
    await expect(bobs.readResource({ uri: `context-sync://${OWN_PROJECT}/context/${rotate.id}` })).rejects.toThrow(
      /not found/i,
    );
  });

  it('search_context requires a project argument if the user has several projects or none', async () => {
    const { connect, store } = await open();
    await store.accounts.addMember(SECOND_PROJECT, 'ann@example.com');
    const client = await connect(era);
    const { isError, text } = await call(client, 'search_context', { query: 'key' });
    expect([isError, text]).toEqual([
      true,
      `the key has access to several projects: pass one as "project": ${OWN_PROJECT}, ${SECOND_PROJECT}`,
    ]);
    await store.accounts.setClosed(OWN_PROJECT, true);
    await store.accounts.setClosed(SECOND_PROJECT, true);
    expect((await call(client, 'search_context', { query: 'key' })).text).toContain(
      'this key has access to no project',
    );
  });

  it('search_context accepts a read-only key', async () => {
    const { connect, keys } = await open();
    const client = await connect(era, keys.annsReadOnly);
    expect((await call<FoundItems>(client, 'search_context', { query: 'rotate' })).data.items).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no query', {}, 'query'],
    ['an empty query', { query: '' }, 'query'],
    ['an unknown argument', { query: 'x', colour: 'red' }, 'colour'],
    ['a limit that is too high', { query: 'x', limit: 1000 }, 'limit'],
    ['a number instead of a string', { query: 1 }, 'query'],
  ])(
    'search_context reports invalid arguments in the result so that the model can fix them: %s',
    async (_name, args, messageName) => {
      const { connect } = await open();
      const { isError, text } = await call(await connect(era), 'search_context', args);
      expect([isError, text]).toEqual([true, expect.stringContaining(messageName)]);
    },
  );

  it('calling an unknown MCP tool returns a protocol error', async () => {
    const { connect } = await open();
    await expect(call(await connect(era), 'delete_everything')).rejects.toMatchObject({ code: -32602 });
  });

  it('MCP tools declare their input and output schemas and are marked as read-only', async () => {
    const { connect } = await open();
    const { tools } = await (await connect(era)).listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['get_context_item', 'search_context']));
    expect(new Set(names).size).toBe(names.length);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        annotations: { readOnlyHint: true, openWorldHint: false },
        inputSchema: { type: 'object', additionalProperties: false, properties: { project: { type: 'string' } } },
        outputSchema: { type: 'object' },
      });
    }
  });

  it('an internal error is reported, and the MCP client receives a generic error', async () => {
    const { connect, close, reported, store } = await open();
    const client = await connect(era);
    const { search } = store.contextItems;
    store.contextItems.search = () => Promise.reject(new Error('secret of the database'));
    const { isError, text } = await call(client, 'search_context', { query: 'x' });
    expect([isError, text]).toEqual([true, 'The service failed unexpectedly; try again, or report it to its operator']);
    expect(reported.splice(0)).toEqual([expect.objectContaining({ message: 'secret of the database' })]);
    store.contextItems.search = search;
    await close();
  });

  describe('anonymous access', () => {
    it('an anonymous MCP client sees only public items of projects that allow anonymous access', async () => {
      const { connect, store, rotate, secret, at } = await open();
      await at(FOREIGN_PROJECT, { title: 'Acme', content: 'Rotate the key of Acme.', public: true });
      await store.accounts.setAnonymousMcp(OWN_PROJECT, true);
      const client = await connect(era, null);
      const withoutKey = (await client.listTools()).tools.map(({ name }) => name);
      expect(withoutKey.toSorted()).toEqual([
        'get_context_item',
        'get_use_case',
        'list_use_cases',
        'read_page',
        'search_context',
        'search_docs',
      ]);
      const { data } = await call<FoundItems>(client, 'search_context', { query: 'keys rotate vault acme' });
      expect(data.items.map(({ title }) => title)).toEqual([ROTATE.title]);
      expect((await call(client, 'get_context_item', { id: rotate.id })).isError).toBe(false);
      expect((await call(client, 'get_context_item', { id: secret.id })).text).toContain('does not exist in');
      expect((await client.listResources({})).resources.map(({ title }) => title)).toEqual([ROTATE.title]);
      await expect(client.readResource({ uri: `context-sync://${OWN_PROJECT}/context/${secret.id}` })).rejects.toThrow(
        /not found/i,
      );
      expect((await call(client, 'search_context', { query: 'acme', project: FOREIGN_PROJECT })).isError).toBe(true);
      const { tools } = await (await connect(era)).listTools();
      const withKey = tools.map(({ name }) => name).filter((name) => !withoutKey.includes(name));
      expect(withKey.length).toBeGreaterThan(5);
      for (const name of withKey) {
        await expect(call(client, name, { query: 'x' })).rejects.toMatchObject({ code: -32602 });
      }
    });

    it('an MCP client without a valid key is rejected unless a project allows anonymous access', async () => {
      const { connect, store } = await open();
      await expect(connect(era, null)).rejects.toMatchObject({ data: { status: 401 } });
      await store.accounts.setAnonymousMcp(OWN_PROJECT, true);
      await connect(era, null);
      await expect(connect(era, 'csk_unknown')).rejects.toMatchObject({ data: { status: 401 } });
      await store.accounts.setAnonymousMcp(OWN_PROJECT, false);
      await expect(connect(era, null)).rejects.toMatchObject({ data: { status: 401 } });
      expect(await store.accounts.user(BOB)).toBeDefined();
    });
  });
});
