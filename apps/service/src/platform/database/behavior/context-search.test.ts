import { describe, expect, it } from 'vitest';
import { populate, SECOND_PROJECT } from '../../../testing/service.fixture.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';

const PAGES = [
  { title: '認証キーの設定', content: 'ダッシュボードで鍵を作成します。' },
  { title: '配置身份验证', content: '在控制台的设置页面中可以更换密钥。搜索功能支持中文。' },
  { title: '인증 키를 설정하기', content: '대시보드에서 키를 만들 수 있습니다.' },
  { title: 'ตั้งค่าคีย์การยืนยันตัวตน', content: 'สร้างคีย์ใหม่ในหน้าการตั้งค่า' },
  { title: 'ＡＰＩリファレンス', content: 'ｴﾗｰコードの一覧。v2のみ。' },
  { title: 'Rotate a key', content: 'Keys are rotated in the settings of an account.' },
  { title: 'Webhooks', content: 'Each delivery is signed with a secret of its own.' },
];

/** Stores the pages in one project, and in another project an item with words that no page contains. */
async function openWithPages(pages: readonly { title: string; content: string }[] = PAGES) {
  const { store } = await openTestStore();
  const keys = await populate(store);
  const { id } = await createProject(store, keys.ann);
  const other = await createProject(store, keys.ann, SECOND_PROJECT);
  await store.transaction(async ({ contextItems }) => {
    for (const page of pages) await contextItems.create(id, page);
    await contextItems.create(other.id, { title: 'Elsewhere', content: 'Quotas, クォータ.' });
  });
  const search = async (query: string, limit = 10) => {
    const { matched, items } = await store.contextItems.search(id, query, limit);
    return { matched, titles: items.map(({ title }) => title) };
  };
  return { store, id, search };
}

describe('languages without spaces between words', () => {
  it('context search finds Japanese, Chinese, Korean and Thai text by parts of a phrase', async () => {
    const { search } = await openWithPages();
    const [japanese, chinese, korean, thai, reference] = PAGES.map(({ title }) => title);
    for (const [title, queries] of [
      [
        japanese,
        ['認証キーの設定', '認証', 'キー', '設定', '認証キー', 'ダッシュ', '鍵', '認証 設定', '認証キーの設定 鍵'],
      ],
      [chinese, ['身份验证', '身份', '设置', '密钥', '搜索', '中文', '设置 搜索']],
      [korean, ['인증', '키를', '대시보드', '보드에서', '설정하기']],
      [thai, ['คีย์', 'ตั้งค่า', 'การยืนยัน', 'ตัวตน', 'คีย์ใหม่']],
      [reference, ['API', 'リファレンス', 'エラー', 'エラーコード', 'v2', 'ｴﾗｰ', 'ａｐｉ']],
    ] as const) {
      for (const query of queries) expect(await search(query), query).toEqual({ matched: 'all', titles: [title] });
    }
    expect(await search('키')).toEqual({ matched: 'all', titles: [korean] });
  });

  it('context search does not find characters that are not adjacent in the text', async () => {
    const { search } = await openWithPages();
    for (const query of ['証設', '密设', '증설', 'クォータ']) {
      expect(await search(query), query).toEqual({ matched: 'none', titles: [] });
    }
  });

  it('context search ranks items by the number of matching parts of a phrase', async () => {
    const { search } = await openWithPages([
      { title: '認証エラー', content: '認証に失敗しました。' },
      { title: '認証キーの設定', content: '' },
      { title: '料金', content: '' },
    ]);
    expect(await search('認証キー設定')).toEqual({ matched: 'some', titles: ['認証キーの設定', '認証エラー'] });
  });

  it('context search finds the new words of a replaced item, but not its old words', async () => {
    const { store, id, search } = await openWithPages();
    const [item] = (await store.contextItems.search(id, '認証', 1)).items;
    await store.contextItems.replace(id, item?.id ?? '', { title: '料金', content: '請求書' });
    expect(await search('請求')).toEqual({ matched: 'all', titles: ['料金'] });
    expect(await search('認証')).toEqual({ matched: 'none', titles: [] });
    await store.contextItems.delete(id, item?.id ?? '');
    expect(await search('請求')).toEqual({ matched: 'none', titles: [] });
  });
});

describe('contextItems.search', () => {
  it('context search returns the matched value "all" if an item contains all query words', async () => {
    const { search } = await openWithPages();
    expect(await search('rotating settings')).toEqual({ matched: 'all', titles: ['Rotate a key'] });
    expect(await search('rotating')).toEqual({ matched: 'all', titles: ['Rotate a key'] });
    expect(await search('How do I rotate the keys of an account?')).toEqual({
      matched: 'all',
      titles: ['Rotate a key'],
    });
  });

  it('context search returns the closest items if no item contains all query words', async () => {
    const { search } = await openWithPages();
    expect(await search('signed delivery settings')).toEqual({ matched: 'some', titles: ['Webhooks', 'Rotate a key'] });
    expect(await search('rotate zebra')).toEqual({ matched: 'some', titles: ['Rotate a key'] });
    expect(await search('How do I rotate a zebra?')).toEqual({ matched: 'some', titles: ['Rotate a key'] });
    expect(await search('rotate quotas')).toEqual({ matched: 'some', titles: ['Rotate a key'] });
  });

  it('context search returns the matched value "none" if no item contains any query word', async () => {
    const { search } = await openWithPages();
    for (const query of ['zebra', 'quotas', 'zebra quotas', 'Where are the zebras?', '?', '']) {
      expect(await search(query), query).toEqual({ matched: 'none', titles: [] });
    }
  });

  it('the matched value of a context search refers only to the returned items', async () => {
    const { search } = await openWithPages([
      { title: 'Zebra', content: 'hay' },
      { title: 'Zebra in winter', content: 'hay' },
    ]);
    expect(await search('winter zebra hay', 1)).toEqual({ matched: 'all', titles: ['Zebra in winter'] });
    expect(await search('winter zebra hay oats', 1)).toEqual({ matched: 'some', titles: ['Zebra in winter'] });
  });
});
