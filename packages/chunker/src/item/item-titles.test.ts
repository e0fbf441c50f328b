import { MAX_TITLE_CHARS } from '@context-sync/core/limits';
import { describe, expect, it } from 'vitest';
import type { ItemGroup } from '../chunk/item-group.ts';
import type { Section } from '../section/section-tree.ts';
import { createTitler, formatBreadcrumb } from './item-titles.ts';

const section = (title: string): Section => ({
  title,
  anchor: 'a',
  slug: 'a',
  level: 1,
  heading: -1,
  from: 0,
  to: 0,
  children: [],
  end: 0,
});

function group(path: readonly string[], members: readonly string[] = []): ItemGroup {
  return { path: path.map(section), members: members.map(section), parts: [] };
}

/** Returns the titles for breadcrumbs, in the same way as `makeItems`. */
function getTitles(given: readonly (readonly [group: ItemGroup, part?: string])[]): string[] {
  const createTitle = createTitler();
  return given.map(([each, part]) => createTitle(each, part, formatBreadcrumb(each, 400)));
}

describe('breadcrumb', () => {
  const longText = 'middle '.repeat(20).trim();
  const operation = 'POST /v2/kubernetes/clusters/{cluster_id}/node_pools – Add a Node Pool to a Kubernetes Cluster';

  it.each([
    ['the page', group(['Page']), 'Page'],
    ['the sections', group(['Page', 'A', 'B']), 'Page › A › B'],
    ['the names of merged sections', group(['Page', 'A'], ['B', 'C', 'D']), 'Page › A › B, C, D'],
    [
      'the page and the innermost section if the others are too long',
      group(['Page', longText, longText, 'Errors']),
      'Page › … › Errors',
    ],
    [
      'the names of functions and classes without their parameters if they are too long',
      group([
        'io',
        `class A(${'x=1, '.repeat(30)}y=(2, 3))`,
        `send(*, a: str | None = None, b: Sequence[Header] = None) → Future`,
      ]),
      'io › class A(…) › send(*, a: str | None = None, b: Sequence[Header] = None) → Future',
    ],
    [
      'the names of merged functions without their parameters if they are too long',
      group(['io'], [`a(${'x=1, '.repeat(12)}y=2)`, `b(${'x=1, '.repeat(12)}y=2)`, 'c()']),
      'io › a(…), b(…), c()',
    ],
    ['as many sections as fit', group(['Page', longText, longText, 'A', 'B']), 'Page › … › A › B'],
    [
      'the first and the last of many merged sections',
      group(['Page'], ['First', 'x'.repeat(60), 'y'.repeat(60), 'Last']),
      'Page › First … Last',
    ],
    [
      'the first and the last of many merged sections if their path is too long as well',
      group(['Page', longText, longText], ['First', 'x'.repeat(60), 'y'.repeat(60), 'Last']),
      'Page › … › First … Last',
    ],
    [
      'both ends of a section name that is too long',
      group(['DigitalOcean API', operation, 'Request body (required)']),
      'DigitalOcean API › POST /v2/kubernetes/clusters/{cluster…d a Node Pool to a Kubernetes Cluster › Request body (required)',
    ],
    [
      'both ends of a heading that is too long',
      group(['Page', `From here ${'x'.repeat(200)} to there`]),
      `Page › From here ${'x'.repeat(43)}…${'x'.repeat(50)} to there`,
    ],
  ])('a breadcrumb contains %s', (_name, givenGroup, expected) => {
    const text = formatBreadcrumb(givenGroup, MAX_TITLE_CHARS);
    expect(text).toBe(expected);
    expect(text.length).toBeLessThanOrEqual(MAX_TITLE_CHARS);
  });
});

describe('titles', () => {
  it('adds the name of a further part to the title of its section', () => {
    expect(getTitles([[group(['P', 'A'])], [group(['P', 'A']), 'Then you…']])).toEqual(['P › A', 'P › A · Then you…']);
  });

  it('keeps the name of the part if the path is too long for the title', () => {
    const [title = ''] = getTitles([
      [group(['Page', 'm'.repeat(90), 'n'.repeat(90), 'Errors']), 'The words that it begins with…'],
    ]);
    expect(title).toBe('Page › … › Errors · The words that it begins with…');
  });

  it('numbers titles that would be equal', () => {
    const givenGroups = [
      ['P', 'A'],
      ['P', 'A'],
      ['P', 'B'],
      ['P', 'A'],
    ].map((path) => [group(path)] as const);
    expect(getTitles(givenGroups)).toEqual(['P › A', 'P › A (2)', 'P › B', 'P › A (3)']);
  });

  it('creates numbered titles that differ from headings that look numbered', () => {
    const givenTitles = getTitles(
      [['A (2)'], ['A'], ['A'], ['A'], ['A (2)'], ['A (3)']].map((path) => [group(path)] as const),
    );
    expect(new Set(givenTitles).size).toBe(6);
    expect(givenTitles.slice(0, 2)).toEqual(['A (2)', 'A']);
  });

  it('creates the same title regardless of other documents', () => {
    expect(getTitles([[group(['A'])]])).toEqual(getTitles([[group(['A'])]]));
  });

  it('creates unique titles within the limit even if the paths differ only in the middle', () => {
    const givenTitles = getTitles(
      Array.from({ length: 1_200 }, (_, n) => [group(['p'.repeat(80), `${n}`, '👩‍👩‍👧‍👦'.repeat(20)])] as const),
    );
    expect(new Set(givenTitles).size).toBe(1_200);
    expect(Math.max(...givenTitles.map(({ length }) => length))).toBeLessThanOrEqual(MAX_TITLE_CHARS);
    expect(givenTitles.at(-1)).toMatch(/^p+….* \(1200\)$/);
    expect(givenTitles.every((title) => title.isWellFormed())).toBe(true);
  });
});
