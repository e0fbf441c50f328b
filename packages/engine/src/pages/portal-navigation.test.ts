import type { SiteEntry } from '@context-sync/site';
import { expect, it } from 'vitest';
import type { PortalNavigationEntry, PortalPage } from './portal-content.ts';
import { createPortalNavigation, orderPages } from './portal-navigation.ts';

function createPages(count: number): Map<string, PortalPage> {
  const texts = { description: '', markdown: '', order: 0, public: true };
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const file = `${index}.md`;
      return [file, { ...texts, path: `p${index}`, title: `Page ${index}`, file }] as const;
    }),
  );
}

const page = (index: number, items: readonly SiteEntry[] = []): SiteEntry => ({ file: `${index}.md`, items });

function measure(
  entries: readonly PortalNavigationEntry[],
  depth = 1,
): { count: number; depth: number; longest: number } {
  return entries
    .map(({ items = [] }) => measure(items, depth + 1))
    .reduce(
      (all, each) => ({
        count: all.count + each.count,
        depth: Math.max(all.depth, each.count > 0 ? each.depth : 0),
        longest: Math.max(all.longest, each.longest),
      }),
      { count: entries.length, depth, longest: entries.length },
    );
}

it('the portal navigation has titles from the site navigation, the label or the page, and no groups without pages', () => {
  const entries = [
    { ...page(0), title: ' Own\n title ' },
    page(1),
    page(2),
    { title: 'Group', items: [page(3)] },
    { title: 'Empty', items: [{ title: 'Gone', file: 'gone.md', items: [] }] },
  ];
  const { navigation, warnings } = createPortalNavigation(entries, createPages(4), new Map([['1.md', 'Label']]));
  expect(navigation).toEqual([
    { title: 'Own title', path: 'p0' },
    { title: 'Label', path: 'p1' },
    { title: 'Page 2', path: 'p2' },
    { title: 'Group', items: [{ title: 'Page 3', path: 'p3' }] },
  ]);
  expect(warnings).toEqual([]);
});

it('the portal navigation lists entries below the fourth level on the fourth level, with a warning', () => {
  const entries = [page(0, [page(1, [page(2, [page(3, [page(4, [page(5)])]), page(6)])])])];
  const { navigation, warnings } = createPortalNavigation(entries, createPages(7));
  const deepestEntrys = navigation?.[0]?.items?.[0]?.items?.[0]?.items;
  expect(deepestEntrys?.map(({ path }) => path)).toEqual(['p3', 'p4', 'p5', 'p6']);
  expect(warnings.map(({ message }) => message)).toEqual([
    'the navigation of the site has more than 4 levels; pages on deeper levels are listed on the last level',
  ]);
});

it.each([
  ['long lists', Array.from({ length: 3_000 }, (_, index) => page(index)), 500],
  [
    'many lists',
    Array.from({ length: 400 }, (_, group) =>
      page(
        group,
        Array.from({ length: 20 }, (_each, index) => page(400 + ((20 * group + index) % 2_600))),
      ),
    ),
    2_000,
  ],
  [
    'lists below the last level',
    [
      page(0, [
        page(1, [
          page(
            2,
            Array.from({ length: 30 }, (_, index) =>
              page(index, [
                page(
                  index,
                  Array.from({ length: 30 }, () => page(3)),
                ),
              ]),
            ),
          ),
        ]),
      ]),
    ],
    503,
  ],
])('the portal navigation omits entries over the limits of the service: %s', (_name, entries, count) => {
  const { navigation, warnings } = createPortalNavigation(entries, createPages(3_000));
  const foundNavigation = measure(navigation ?? []);
  expect(foundNavigation.count).toBe(count);
  expect(foundNavigation.depth).toBeLessThanOrEqual(4);
  expect(foundNavigation.longest).toBeLessThanOrEqual(500);
  expect(warnings.at(-1)?.message).toMatch(/left out$/);
});

it('the portal navigation is null if the site has no navigation', () => {
  expect(createPortalNavigation([{ title: 'Gone', items: [] }], createPages(1))).toEqual({
    navigation: null,
    warnings: [],
  });
});

it('portal pages are sorted by the navigation, and then by path', () => {
  const pages = [...createPages(4).values()];
  const orderedPages = orderPages(pages, [
    { title: 'A', path: 'p3', items: [{ title: 'B', path: 'p1' }] },
    { title: 'C', path: 'p3' },
  ]);
  expect(orderedPages.map(({ path, order }) => [path, order])).toEqual([
    ['p0', 2],
    ['p1', 1],
    ['p2', 3],
    ['p3', 0],
  ]);
});
