import { expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const FILES = {
  'docs/myst.yml':
    'version: 1\nproject:\n  references:\n    spec: https://mystmd.org/spec/\n    py:\n      url: https://docs.python.org/3/\n',
  'docs/index.md': '# Start',
  'docs/02-guide/01-Set_up.md': '(site/options)=\n# Set up\n\n(own)=\n## Own',
};

it.each([
  ['02-guide/01-Set_up.md', 'docs/02-guide/01-Set_up.md'],
  ['#site/options', 'docs/02-guide/01-Set_up.md#site-options'],
  ['gone.md', '(docs/gone.md does not exist)'],
  ['Class.method', 'unchecked'],
  ['/another-site', 'unchecked'],
  ['/gone.md', '(docs/gone.md does not exist)'],
])('resolves the link %j of mystmd to %j', (target, expected) => {
  expect(whereTo(createSite(FILES), 'docs/index.md', target)).toBe(expected);
});

it('finds the labels of cells in notebooks of mystmd', () => {
  const cell = { cell_type: 'code', source: ['#| label: tbl:cars\n', 'cars'], metadata: {}, outputs: [] };
  const site = createSite({ ...FILES, 'docs/book.ipynb': JSON.stringify({ cells: [cell], nbformat: 4 }) });
  expect(whereTo(site, 'docs/index.md', '#tbl:cars')).toBe('docs/book.ipynb#tbl-cars');
});

it.each([
  ['own', 'Own'],
  ['fig', 'Figure: A picture of the long, long way from the start of the guide to its end, which is…'],
  ['tab', 'Table: Names'],
  ['sum', 'Equation'],
  ['untitled', 'Figure'],
])('a reference of mystmd to the label %j of its page is named %j', (label, title) => {
  const page =
    '# A\n\n(own)=\n\n## Own\n\n```{figure} a.png\n:label: fig\n:alt: b\n\nA {term}`picture` of the long, long way from the start of the guide to its end, which is far.\n```\n\n' +
    ':::{list-table} Names\n:label: tab\n* - a\n:::\n\n```{math}\n:label: sum\na\n```\n\n```{figure} b.png\n:label: untitled\n```\n';
  const site = createSite({ ...FILES, 'docs/page.md': page });
  expect(site.resolve('docs/page.md', { kind: 'url', target: `#${label}` }).title).toBe(title);
});

it('pages of mystmd have URLs with the names of their files', () => {
  const address = { siteUrl: 'https://myst.example/guide', root: 'docs' };
  const site = createSite(FILES, address);
  expect(site.pageUrl('docs/index.md')).toBe('https://myst.example/guide/');
  expect(site.pageUrl('docs/02-guide/01-Set_up.md')).toBe('https://myst.example/guide/set-up');
  const foldered = createSite({ ...FILES, 'docs/myst.yml': 'site:\n  options:\n    folders: true\n' }, address);
  expect(foldered.pageUrl('docs/02-guide/01-Set_up.md')).toBe('https://myst.example/guide/guide/set-up');
});

it('the URLs of other projects are read from the configuration of mystmd', () => {
  const attributes = createSite(FILES).attributes('docs/index.md');
  expect([attributes.get('myst'), attributes.get('project:spec'), attributes.get('project:py')]).toEqual([
    'true',
    'https://mystmd.org/spec/',
    'https://docs.python.org/3/',
  ]);
});
