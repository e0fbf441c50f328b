import { describe, expect, it } from 'vitest';
import {
  errorBody,
  FOREIGN_PROJECT,
  ITEM,
  openService,
  projectPath,
  SECOND_PROJECT,
  type TestItem,
} from '../../testing/service.fixture.ts';

interface ListPage {
  readonly items: TestItem[];
  readonly next: string | null;
}

const EMOJI = '😀';

describe('POST /context', () => {
  it('creating a context item returns the item and its location', async () => {
    const { sendRequest } = await openService();
    const { status, headers, body } = await sendRequest<TestItem>('POST', projectPath('/context'), { json: ITEM });
    expect(status).toBe(201);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('idempotent-replayed')).toBeNull();
    expect(body).toEqual({
      ...ITEM,
      id: expect.stringMatching(/^ctx_[0-9a-f]{24}$/),
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    });
    expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt);
    const location = headers.get('location') ?? '';
    expect(location).toBe(projectPath(`/context/${body.id}`));
    expect(await sendRequest('GET', location)).toMatchObject({ status: 200, body });
  });

  it.each([
    ['content and public', { title: 'T' }, { title: 'T', content: '', public: false }],
    ['public', { title: 'T', content: 'C' }, { title: 'T', content: 'C', public: false }],
    ['content', { title: 'T', public: true }, { title: 'T', content: '', public: true }],
  ])('a new context item has the default values of %s', async (_name, json, expected) => {
    const { sendRequest, create } = await openService();
    const item = await create(json);
    expect(item).toMatchObject(expected);
    expect((await sendRequest('GET', projectPath(`/context/${item.id}`))).body).toEqual(item);
  });

  it('creates a new context item for each request, even if the text is the same', async () => {
    const { create, count } = await openService();
    const [first, second] = [await create(), await create()];
    expect(first.id).not.toBe(second.id);
    expect(await count('context_items')).toBe(2);
  });

  it.each([
    ['letters', 'x'],
    ['emoji of two UTF-16 units and four bytes', EMOJI],
    ['three-byte letters', '漢'],
  ])('the length limits of a context item count %s as one character each', async (_name, character) => {
    const { sendRequest, create, count } = await openService();
    const longestItem = { title: character.repeat(120), content: character.repeat(8000), public: false };
    const item = await create(longestItem);
    expect((await sendRequest('GET', projectPath(`/context/${item.id}`))).body).toMatchObject(longestItem);
    for (const [name, json] of [
      ['title', { ...longestItem, title: character.repeat(121) }],
      ['content', { ...longestItem, content: character.repeat(8001) }],
    ] as const) {
      const response = await sendRequest<{ error: { message: string } }>('POST', projectPath('/context'), { json });
      expect(response).toMatchObject(errorBody(400, 'invalid_request'));
      expect(response.body.error.message).toContain(name);
      expect(await sendRequest('PUT', projectPath(`/context/${item.id}`), { json })).toMatchObject(
        errorBody(400, 'invalid_request'),
      );
    }
    expect(await count('context_items')).toBe(1);
    expect((await sendRequest('GET', projectPath(`/context/${item.id}`))).body).toEqual(item);
  });

  it.each([
    ['title', undefined],
    ['title', null],
    ['title', 7],
    ['content', null],
    ['content', ['C']],
    ['public', null],
    ['public', 'true'],
    ['public', 1],
  ])('rejects a context item whose %s has the value %j', async (name, value) => {
    const { sendRequest, count } = await openService();
    const response = await sendRequest<{ error: { message: string } }>('POST', projectPath('/context'), {
      json: { ...ITEM, [name]: value },
    });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain(name);
    expect(await count('context_items')).toBe(0);
  });

  it.each(['', ' ', '\t\r\n', '\u00a0\u2003\u3000'])(
    'rejects a context item with the blank title %j',
    async (title) => {
      const { sendRequest, create, count } = await openService();
      const item = await create();
      for (const [method, path] of [
        ['POST', projectPath('/context')],
        ['PUT', projectPath(`/context/${item.id}`)],
      ] as const) {
        const response = await sendRequest<{ error: { message: string } }>(method, path, { json: { ...ITEM, title } });
        expect(response).toMatchObject(errorBody(400, 'invalid_request'));
        expect(response.body.error.message).toBe(`body.title: must not be blank (got ${JSON.stringify(title)})`);
      }
      expect(await count('context_items')).toBe(1);
      expect((await sendRequest('GET', projectPath(`/context/${item.id}`))).body).toEqual(item);
    },
  );

  it.each([
    ['all kinds of line endings', 'a\r\nb\nc\rd\n'],
    ['leading and trailing white space', '  \t a \n\n'],
    ['a NUL', 'before\u0000after'],
    ['quotes and SQL', `'; DROP TABLE context_items; -- "`],
    ['decomposed letters', 're\u0301sume\u0301'],
    ['a lone surrogate', 'a\ud800b'],
  ])('stores and returns the content of a context item unchanged: %s', async (_name, content) => {
    const { sendRequest, create } = await openService();
    const item = await create({ title: 'T', content });
    expect((await sendRequest('GET', projectPath(`/context/${item.id}`))).body).toEqual(item);
  });
});

describe('/context/{itemId}', () => {
  it('replacing a context item changes everything except its id and creation time', async () => {
    const { sendRequest, create, count } = await openService();
    const other = await create({ title: 'Other' });
    const item = await create();
    const path = projectPath(`/context/${item.id}`);
    const replacedResponse = await sendRequest<TestItem>('PUT', path, {
      json: { title: 'New', content: 'text', public: false },
    });
    expect(replacedResponse.status).toBe(200);
    expect(replacedResponse.body).toEqual({
      id: item.id,
      title: 'New',
      content: 'text',
      public: false,
      createdAt: item.createdAt,
      updatedAt: expect.any(String),
    });
    expect(replacedResponse.body.updatedAt >= item.updatedAt).toBe(true);
    expect((await sendRequest('GET', path)).body).toEqual(replacedResponse.body);
    expect((await sendRequest('GET', projectPath(`/context/${other.id}`))).body).toEqual(other);
    expect(await count('context_items')).toBe(2);
  });

  it('replacing a context item sets missing properties to their defaults', async () => {
    const { sendRequest, create } = await openService();
    const item = await create();
    const { body } = await sendRequest('PUT', projectPath(`/context/${item.id}`), { json: { title: 'Alone' } });
    expect(body).toMatchObject({ title: 'Alone', content: '', public: false });
  });

  it('deletes a context item once, and then returns 404', async () => {
    const { sendRequest, create } = await openService();
    const keptItem = await create({ title: 'Kept' });
    const item = await create();
    const path = projectPath(`/context/${item.id}`);
    expect(await sendRequest('DELETE', path)).toMatchObject({ status: 204, body: undefined });
    expect(await sendRequest('DELETE', path)).toMatchObject(errorBody(404, 'not_found'));
    expect(await sendRequest('GET', path)).toMatchObject(errorBody(404, 'not_found'));
    expect(await sendRequest('PUT', path, { json: ITEM })).toMatchObject(errorBody(404, 'not_found'));
    expect((await sendRequest<ListPage>('GET', projectPath('/context'))).body.items).toEqual([keptItem]);
  });

  it.each([
    ['GET', undefined],
    ['PUT', { title: 'Taken over' }],
    ['DELETE', undefined],
  ])('%s returns 404 for a context item of another project', async (method, json) => {
    const { sendRequest, create, keys } = await openService();
    const foreignItem = await create(ITEM, projectPath('/context', FOREIGN_PROJECT), keys.bob);
    const second = await create(ITEM, projectPath('/context', SECOND_PROJECT));
    for (const id of [foreignItem.id, second.id, 'ctx_0', '%25', 'ctx_%25']) {
      expect(await sendRequest(method, projectPath(`/context/${id}`), { json }), id).toMatchObject(
        errorBody(404, 'not_found'),
      );
    }
    expect(
      (await sendRequest('GET', projectPath(`/context/${foreignItem.id}`, FOREIGN_PROJECT), { key: keys.bob })).body,
    ).toEqual(foreignItem);
    expect((await sendRequest('GET', projectPath(`/context/${second.id}`, SECOND_PROJECT))).body).toEqual(second);
  });
});

describe('GET /context', () => {
  it('a page of large items ends early, and its cursor returns the others', async () => {
    const { store, projectId, sendRequest } = await openService();
    const content = 'x'.repeat(8_000);
    const project = await projectId();
    for (let number = 0; number < 300; number += 1) {
      await store.contextItems.create(project, { title: `${number}`, content, public: true });
    }
    const titles: string[] = [];
    const sizes: number[] = [];
    for (let query = ''; ; ) {
      const { body } = await sendRequest<ListPage>('GET', projectPath(`/context?limit=500${query}`));
      titles.push(...body.items.map(({ title }) => title));
      sizes.push(JSON.stringify(body).length);
      if (body.next === null) break;
      query = `&after=${body.next}`;
    }
    expect(titles).toEqual(Array.from({ length: 300 }, (_, number) => `${number}`));
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThan(1_200_000);
  });

  async function openWith(titles: string) {
    const service = await openService();
    const items: TestItem[] = [];
    for (const title of titles) {
      items.push(await service.create({ title }));
      await service.create({ title: `not ${title}` }, projectPath('/context', SECOND_PROJECT));
    }
    const page = async (query: string) =>
      (await service.sendRequest<ListPage>('GET', projectPath(`/context${query}`))).body;
    const id = (title: string) => items.find((item) => item.title === title)?.id ?? '';
    return { ...service, items, page, id };
  }

  it('GET /context lists complete context items, oldest first', async () => {
    const { items, page } = await openWith('abc');
    expect(await page('')).toEqual({ items, next: null });
  });

  it('GET /context lists no context items for an empty project', async () => {
    const { page } = await openWith('');
    expect(await page('')).toEqual({ items: [], next: null });
  });

  it('an updated context item keeps its position in the list', async () => {
    const { sendRequest, page, id } = await openWith('abc');
    await sendRequest('PUT', projectPath(`/context/${id('a')}`), { json: { title: 'A' } });
    expect((await page('')).items.map(({ title }) => title).join('')).toBe('Abc');
  });

  it.each([1, 2, 3, 4, 5, 6])('GET /context lists five context items in pages of %i', async (limit) => {
    const { page } = await openWith('abcde');
    const seenIds: string[] = [];
    let query = `?limit=${limit}`;
    for (;;) {
      const { items, next } = await page(query);
      seenIds.push(items.map(({ title }) => title).join(''));
      if (next === null) break;
      expect(next).toBe(items.at(-1)?.id);
      query = `?limit=${limit}&after=${next}`;
    }
    const expected = 'abcde'.match(new RegExp(`.{1,${limit}}`, 'g'));
    expect(seenIds).toEqual(expected);
  });

  it('pagination of context items includes items that are added later', async () => {
    const { create, page, id } = await openWith('abc');
    await create({ title: 'd' });
    const { items, next } = await page(`?after=${id('b')}`);
    expect([items.map(({ title }) => title).join(''), next]).toEqual(['cd', null]);
  });

  it('pagination of context items continues even if the last item of a page was deleted', async () => {
    const { sendRequest, page, id } = await openWith('abcd');
    const first = await page('?limit=2');
    expect(first.next).toBe(id('b'));
    await sendRequest('DELETE', projectPath(`/context/${id('b')}`));
    const { body } = await sendRequest<Partial<ListPage>>('GET', projectPath(`/context?limit=2&after=${first.next}`));
    // It would also be correct if the service rejected a cursor whose item was deleted.
    expect(body.items?.map(({ title }) => title) ?? []).not.toContain('a');
  });

  it('the list of context items does not reveal the position of an item in another project', async () => {
    const { sendRequest, create, keys } = await openWith('ab');
    const foreignItem = await create(ITEM, projectPath('/context', FOREIGN_PROJECT), keys.bob);
    await create({ title: 'c' });
    const listAfter = async (id: string) => {
      const { status, body } = await sendRequest<Partial<ListPage>>('GET', projectPath(`/context?after=${id}`));
      return { status, titles: body.items?.map(({ title }) => title) };
    };
    expect(await listAfter(foreignItem.id)).toEqual(await listAfter('ctx_000000000000000000000000'));
  });

  it('GET /context lists 100 context items by default, and at most 500', async () => {
    const { projectId, store, page, items } = await openWith('a');
    for (let number = 0; number < 500; number += 1)
      await store.contextItems.create(await projectId(), { title: `${number}` });
    const byDefault = await page('');
    expect([byDefault.items.length, byDefault.items[0]?.id]).toEqual([100, items[0]?.id]);
    expect(byDefault.next).toBe(byDefault.items.at(-1)?.id);
    expect((await page('?limit=500')).items).toHaveLength(500);
  });

  it.each(['limit=0', 'limit=501', 'limit=-1', 'limit=1.5', 'limit=x', 'limit=', 'after=a&after=b', 'offset=1'])(
    'the list of context items rejects the query ?%s',
    async (query) => {
      const { sendRequest } = await openService();
      const response = await sendRequest<{ error: { message: string } }>('GET', projectPath(`/context?${query}`));
      expect(response).toMatchObject(errorBody(400, 'invalid_request'));
      expect(response.body.error.message).toContain(query.split('=')[0]);
    },
  );
});
