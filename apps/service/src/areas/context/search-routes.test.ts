import { describe, expect, it } from 'vitest';
import {
  errorBody,
  FOREIGN_PROJECT,
  openService,
  projectPath,
  SECOND_PROJECT,
  type TestItem,
} from '../../testing/service.fixture.ts';

interface Found {
  readonly matched: string;
  readonly items: (TestItem & { readonly score: number })[];
}

const ROTATE = { title: 'Rotate a key', content: 'It is done in the settings of an account.' };
const WEBHOOKS = { title: 'Webhooks', content: 'Each delivery is signed with a key of its own.' };
const PAGES = { title: 'Pagination', content: 'A list is cut with a cursor.' };
const LOGIC = { title: 'Logic', content: 'Conditions are joined by AND, OR and NOT.' };

async function openWith(...items: object[]) {
  const service = await openService();
  const createdItems: TestItem[] = [];
  for (const item of items) createdItems.push(await service.create(item));
  const search = (q: string, more = '') =>
    service.sendRequest<Found>('GET', projectPath(`/context-search?q=${encodeURIComponent(q)}${more}`));
  const find = async (q: string, more = '') => {
    const { status, body } = await search(q, more);
    expect(status).toBe(200);
    return body.items.map(({ title }) => title);
  };
  return { ...service, created: createdItems, search, find };
}

describe('GET /context-search', () => {
  it('context search returns complete items with a score', async () => {
    const { created, search } = await openWith(ROTATE, WEBHOOKS, PAGES);
    const { body } = await search('cursor');
    expect(body.items).toEqual([{ ...created[2], score: expect.any(Number) }]);
    expect(body.items[0]?.score).toBeGreaterThan(0);
  });

  it.each([
    ['all', 'delivery key', 1],
    ['some', 'delivery cursor', 2],
    ['none', 'zebra', 0],
  ])('context search reports "%s" as the share of query words that matched', async (matchedShare, q, count) => {
    const { search } = await openWith(ROTATE, WEBHOOKS, PAGES);
    const { status, body } = await search(q);
    expect([status, body.matched, body.items.length]).toEqual([200, matchedShare, count]);
  });

  it.each([
    ['a word of a title', 'pagination', ['Pagination']],
    ['a word of the content', 'delivery', ['Webhooks']],
    ['a word in different letter case', 'CURSOR', ['Pagination']],
    ['another form of a word', 'rotating', ['Rotate a key']],
    ['words of title and content', 'rotate settings', ['Rotate a key']],
    ['words in a different order', 'cursor list cut', ['Pagination']],
    ['nothing for a word that no item contains', 'zebra', []],
    ['nothing for a part of a word', 'curs', []],
  ])('context search matches %s', async (_name, q, titles) => {
    const { find } = await openWith(ROTATE, WEBHOOKS, PAGES);
    expect(await find(q)).toEqual(titles);
  });

  it('context search ranks items that contain all query words first', async () => {
    const { find } = await openWith({ title: 'Key key key', content: 'key key' }, WEBHOOKS, {
      title: 'Delivery',
      content: 'delivery',
    });
    expect((await find('delivery key'))[0]).toBe('Webhooks');
  });

  it('context search omits partial matches if an item contains all query words', async () => {
    const { find } = await openWith(ROTATE, WEBHOOKS, PAGES);
    expect(await find('delivery key')).toEqual(['Webhooks']);
  });

  it('context search returns partial matches if no item contains all query words', async () => {
    const { find } = await openWith(ROTATE, WEBHOOKS, PAGES);
    expect((await find('cursor delivery')).sort()).toEqual(['Pagination', 'Webhooks']);
    expect(await find('how does the cursor work')).toContain('Pagination');
  });

  it('context search ranks an item that matches most query words above one that repeats a word', async () => {
    const { find } = await openWith(
      { title: 'Zebra zebra', content: 'zebra '.repeat(30) },
      { title: 'Feeding', content: 'A zebra is fed with hay in winter.' },
      PAGES,
    );
    expect(await find('What do I feed to my zebra in winter?')).toEqual(['Feeding', 'Zebra zebra']);
  });

  it('context search searches for stop words if the query contains no other words', async () => {
    const { find } = await openWith(ROTATE, LOGIC);
    expect(await find('it is')).toEqual(['Rotate a key']);
  });

  it('context search weights the title higher than the content, and sorts by score', async () => {
    const { search } = await openWith(
      { title: 'Limits', content: 'There is a quota.' },
      { title: 'Quota', content: 'There is a limit.' },
      PAGES,
    );
    const { items } = (await search('quota')).body;
    expect(items.map(({ title }) => title)).toEqual(['Quota', 'Limits']);
    expect(items[0]?.score).toBeGreaterThan(items[1]?.score ?? Number.NaN);
  });

  it.each([
    ['AND', ['Logic']],
    ['OR', ['Logic']],
    ['NOT', ['Logic']],
    ['NEAR', []],
    ['NEAR(key cursor)', ['Rotate a key', 'Webhooks', 'Pagination']],
    ['cursor AND', ['Pagination']],
    ['AND AND AND', ['Logic']],
    ['key NOT webhooks', ['Webhooks', 'Rotate a key']],
    ['webhooks -key', ['Webhooks']],
    ['-key', ['Rotate a key', 'Webhooks']],
    ['title:cursor', ['Pagination']],
    ['title : cursor', ['Pagination']],
    ['{title content}: cursor', ['Pagination']],
    ['"cursor', ['Pagination']],
    ['cursor"', ['Pagination']],
    ['""cursor""', ['Pagination']],
    ['"cut cursor"', ['Pagination']],
    ["cursor's", ['Pagination']],
    ['^cursor', ['Pagination']],
    ['cursor*', ['Pagination']],
    ['(cursor', ['Pagination']],
    ['cursor)', ['Pagination']],
    ['+cursor', ['Pagination']],
    ['a+b=cursor', ['Pagination']],
    ['what is a cursor?', ['Pagination']],
    ['cursor; DROP TABLE context_items; --', ['Pagination']],
    ["cursor' OR 1=1 --", ['Pagination']],
    ['\\cursor\\', ['Pagination']],
    ['%cursor_', ['Pagination']],
  ])('context search does not interpret operators in the query %j', async (q, expected) => {
    const { find } = await openWith(ROTATE, WEBHOOKS, PAGES, LOGIC);
    const titles = await find(q);
    expect(titles.length > 0).toBe(expected.length > 0);
    for (const title of expected) expect(titles).toContain(title);
    expect(await find('cursor')).toEqual(['Pagination']);
  });

  it.each(['"', '""', '-', ':', '*', '( )', '😀', ' ', '.,;'])(
    'context search returns no items for the query %j',
    async (q) => {
      const { find } = await openWith(ROTATE, WEBHOOKS, PAGES);
      expect(await find(q)).toEqual([]);
    },
  );

  it.each([
    ['composed in both text and query', 'NFC', 'NFC'],
    ['composed in the text and decomposed in the query', 'NFC', 'NFD'],
    ['decomposed in the text and composed in the query', 'NFD', 'NFC'],
    ['decomposed in both text and query', 'NFD', 'NFD'],
  ])('context search finds an accented word that is %s', async (_name, written, query) => {
    const { find } = await openWith({ title: 'CV', content: 'A résumé of work'.normalize(written) }, PAGES);
    expect(await find('résumé'.normalize(query))).toEqual(['CV']);
  });

  it('context search finds words in other scripts', async () => {
    const { find } = await openWith(
      { title: 'Ключи', content: 'Смена ключа' },
      { title: '速率限制', content: '' },
      PAGES,
    );
    expect(await find('смена')).toEqual(['Ключи']);
    expect(await find('速率限制')).toEqual(['速率限制']);
  });

  it('context search never returns items of another project', async () => {
    const { sendRequest, create, find, keys } = await openWith(PAGES);
    await create({ title: 'Secret', content: 'cursor xylophone' }, projectPath('/context', FOREIGN_PROJECT), keys.bob);
    await create({ title: 'Second', content: 'cursor xylophone' }, projectPath('/context', SECOND_PROJECT));
    expect(await find('cursor')).toEqual(['Pagination']);
    expect(await find('xylophone')).toEqual([]);
    expect(await find('cursor xylophone')).toEqual(['Pagination']);
    const second = await sendRequest<Found>('GET', projectPath('/context-search?q=xylophone', SECOND_PROJECT));
    expect(second.body.items.map(({ title }) => title)).toEqual(['Second']);
  });

  it('context search finds the new text of a replaced item but not the old one', async () => {
    const { sendRequest, created, find } = await openWith(PAGES, WEBHOOKS);
    const json = { title: 'Offsets', content: 'A list is cut with a number.' };
    await sendRequest('PUT', projectPath(`/context/${created[0]?.id}`), { json });
    expect(await find('cursor')).toEqual([]);
    expect(await find('pagination')).toEqual([]);
    expect(await find('number')).toEqual(['Offsets']);
    expect(await find('delivery')).toEqual(['Webhooks']);
  });

  it('context search does not find a deleted item', async () => {
    const { sendRequest, created, find } = await openWith(PAGES, WEBHOOKS);
    await sendRequest('DELETE', projectPath(`/context/${created[0]?.id}`));
    expect(await find('cursor')).toEqual([]);
    expect(await find('delivery')).toEqual(['Webhooks']);
  });

  it('context search returns ten items by default, and 1 to 50 with the limit parameter', async () => {
    const items = Array.from({ length: 52 }, (_, number) => ({ title: `T${number}`, content: 'word' }));
    const { find } = await openWith(...items);
    expect(await find('word')).toHaveLength(10);
    expect(await find('word', '&limit=1')).toHaveLength(1);
    expect(await find('word', '&limit=50')).toHaveLength(50);
  });

  it.each([
    ['q', ''],
    ['q', 'q='],
    ['q', `q=${'x'.repeat(1001)}`],
    ['q', 'q=a&q=b'],
    ['limit', 'q=a&limit=0'],
    ['limit', 'q=a&limit=51'],
    ['limit', 'q=a&limit=x'],
    ['page', 'q=a&page=2'],
  ])('context search rejects an invalid value of the query parameter %s', async (name, query) => {
    const { sendRequest } = await openService();
    const response = await sendRequest<{ error: { message: string } }>('GET', projectPath(`/context-search?${query}`));
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain(name);
  });

  it('context search accepts a query of the maximum length', async () => {
    const { find } = await openWith(PAGES);
    expect(await find(`cursor ${'x '.repeat(496)}`)).toEqual(['Pagination']);
  });
});
