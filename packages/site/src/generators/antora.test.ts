import { describe, expect, it } from 'vitest';
import { createSite, whereTo } from '../site.fixture.ts';

const MODULES = 'docs/modules';
const FILES = {
  'docs/antora.yml': [
    'name: camel',
    'title: Camel',
    'version: 2.x',
    'asciidoc:',
    '  attributes:',
    '    quarkus-version: 3.33@',
    '    page-layout: wide',
    '    off: false',
  ].join('\n'),
  'other/antora.yml': 'name: tools\nversion: ~',
  [`${MODULES}/ROOT/nav.adoc`]: '* xref:start.adoc[]',
  [`${MODULES}/ROOT/pages/start.adoc`]:
    '= Start\n:page-aliases: old/start.adoc, \\\n  traits:first.adoc\n\n[#own-id]\n== Set up\n\n== Two `words`\n\ninclude::partial$notes.adoc[]\n\n----\n== Not a title\n----\n',
  [`${MODULES}/ROOT/pages/guide/more.adoc`]: '= More\n\n[[part.one]]\ntext',
  [`${MODULES}/ROOT/partials/notes.adoc`]: '[[note]]\n== In the partial',
  [`${MODULES}/ROOT/images/a.png`]: '',
  [`${MODULES}/ROOT/examples/x.txt`]: 'text',
  [`${MODULES}/traits/pages/traits.adoc`]: '= Traits',
  'other/modules/ROOT/pages/index.adoc': '= Tools',
};
const FROM = `${MODULES}/ROOT/pages/guide/more.adoc`;

describe('resource IDs of Antora', () => {
  it.each([
    ['start.adoc', `${MODULES}/ROOT/pages/start.adoc`],
    ['guide/more.adoc#part.one', `${MODULES}/ROOT/pages/guide/more.adoc#part.one`],
    ['./more.adoc', `${MODULES}/ROOT/pages/guide/more.adoc`],
    ['traits:traits.adoc', `${MODULES}/traits/pages/traits.adoc`],
    ['camel:traits:traits.adoc', `${MODULES}/traits/pages/traits.adoc`],
    ['2.x@camel::start.adoc#own-id', `${MODULES}/ROOT/pages/start.adoc#own-id`],
    ['start.adoc#_two_words', `${MODULES}/ROOT/pages/start.adoc#_two_words`],
    ['start.adoc#two-words', `${MODULES}/ROOT/pages/start.adoc#two-words`],
    ['start.adoc#note', `${MODULES}/ROOT/pages/start.adoc#note`],
    [
      'start.adoc#_not_a_title',
      `${MODULES}/ROOT/pages/start.adoc (${MODULES}/ROOT/pages/start.adoc has no anchor "_not_a_title")`,
    ],
    ['old/start.adoc', `${MODULES}/ROOT/pages/start.adoc`],
    ['traits:first.adoc', `${MODULES}/ROOT/pages/start.adoc`],
    ['tools::index.adoc', 'other/modules/ROOT/pages/index.adoc'],
    ['image$a.png', `${MODULES}/ROOT/images/a.png`],
    ['part.one', '(page part.one does not exist)'],
    ['#part.one', `${FROM}#part.one`],
    ['elsewhere::index.adoc', 'unchecked'],
    ['9.9@camel::start.adoc', 'unchecked'],
    ['analytics:intro.adoc', 'unchecked'],
    ['traits:deep/gone.adoc', 'unchecked'],
    ['traits:gone.adoc', '(page traits:gone.adoc does not exist)'],
    ['gone.adoc#x', '(page gone.adoc does not exist)'],
    ['{unknown}/x.adoc', ''],
  ])('resolves the Antora resource ID %s to %s', (target, expected) => {
    expect(whereTo(createSite(FILES), FROM, target, 'xref')).toBe(expected);
  });

  it('recognizes an Antora resource ID in a link', () => {
    expect(whereTo(createSite(FILES), FROM, 'start.adoc#own-id')).toBe(`${MODULES}/ROOT/pages/start.adoc#own-id`);
    expect(whereTo(createSite(FILES), FROM, 'image$a.png')).toBe(`${MODULES}/ROOT/images/a.png`);
  });

  it('reports the folder of the resource family if the file of an Antora resource ID is missing', () => {
    expect(whereTo(createSite(FILES), FROM, 'shots/b.png')).toBe(`(${MODULES}/ROOT/images/shots/b.png does not exist)`);
    expect(createSite(FILES).include(FROM, 'traits:example$y.txt')).toEqual({
      problem: `${MODULES}/traits/examples/y.txt does not exist`,
    });
  });

  it('the anchor of a heading keeps underscores inside of words', () => {
    const path = 'docs/modules/ROOT/pages/metrics.adoc';
    const text = '= Metrics\n\n=== shop_order_lag_sum\n\n=== Use _fast_ `mode_a` and **b**c\n';
    const site = createSite({ 'docs/antora.yml': 'name: shop', [path]: text });
    for (const anchor of ['shop_order_lag_sum', 'use-fast-mode_a-and-bc'])
      expect(whereTo(site, path, `metrics.adoc#${anchor}`, 'xref')).toBe(`${path}#${anchor}`);
  });

  it('an unknown anchor of a page with tabs is not claimed to be missing, because each tab has an anchor', () => {
    const path = 'docs/modules/ROOT/pages/start.adoc';
    const text = '= Start\n\n[tabs#sizes]\n====\nThree brokers::\n+\nText.\n====\n';
    const site = createSite({ 'docs/antora.yml': 'name: shop', [path]: text });
    expect(whereTo(site, path, 'start.adoc#sizes', 'xref')).toBe(`${path}#sizes`);
    expect(whereTo(site, path, 'start.adoc#tabs-1-three-brokers', 'xref')).toBe(`${path}#tabs-1-three-brokers`);
  });

  it('does not resolve a link in Antora if another build may publish its target', () => {
    for (const target of ['javadoc/core/Logger.html', '../apidocs/'])
      expect(whereTo(createSite(FILES), FROM, target)).toBe('unchecked');
    expect(whereTo(createSite(FILES), FROM, '/support.html')).toBe('elsewhere');
  });

  it.each([
    ['partial$notes.adoc', `${MODULES}/ROOT/partials/notes.adoc`],
    ['example$x.txt', `${MODULES}/ROOT/examples/x.txt`],
    ['../start.adoc', `${MODULES}/ROOT/pages/start.adoc`],
  ])('the Antora include %s reads %s', (target, path) => {
    expect(createSite(FILES).include(FROM, target)).toMatchObject({ path });
  });

  it('generates the URL of an Antora page', () => {
    const urls = ['https://example.org', 'https://example.org/camel/2.x/'].map((siteUrl) =>
      createSite(FILES, { siteUrl, root: 'docs' }).pageUrl(`${MODULES}/traits/pages/traits.adoc`),
    );
    expect(urls).toEqual(Array(2).fill('https://example.org/camel/2.x/traits/traits.html'));
  });
});

it('attributes of antora.yml apply to all pages of the Antora component', () => {
  expect(Object.fromEntries(createSite(FILES).attributes(FROM))).toEqual({
    'quarkus-version': '3.33',
    'page-layout': 'wide',
    'page-component-name': 'camel',
    'page-component-title': 'Camel',
    'page-component-version': '2.x',
    'page-component-display-version': '2.x',
    'page-version': '2.x',
  });
});

it('finds the sample of a page in the source code of its project', () => {
  const source = 'guide/src/main/java/org/acme/docs/howto/run/My.java';
  const antoraFolder = 'guide/src/docs/antora';
  const page = `${antoraFolder}/modules/ROOT/pages/a.adoc`;
  const files = {
    [`${antoraFolder}/antora.yml`]: 'name: guide',
    [page]: '= A',
    [source]: 'class My {}',
    'guide/src/test/java/org/acme/docs/howto/run/My.java': 'class MyTest {}',
    'other/src/main/java/org/acme/docs/howto/run/Other.java': 'class Other {}',
    'guide/src/main/java/org/acme/one/Twice.java': 'class One {}',
    'guide/src/main/java/org/acme/two/Twice.java': 'class Two {}',
  };
  const site = createSite(files);
  expect(site.include(page, 'sample$java/howto/run/My.java')).toEqual({ path: source, text: 'class My {}' });
  for (const name of ['howto/run/Other', 'Twice', 'run/No']) {
    expect(site.include(page, `sample$java/${name}.java`)).toHaveProperty('problem');
  }
});

it('finds an example below a symbolic link to the source code of the project', () => {
  const page = 'docs/modules/ROOT/pages/a.adoc';
  const source = 'docs/src/test/java/org/acme/docs/a/My.java';
  const site = createSite({
    'docs/antora.yml': 'name: guide',
    [page]: '= A',
    'docs/modules/ROOT/examples/docs-src': '../../../src',
    [source]: 'class My {}',
    'other/src/test/java/org/acme/docs/a/Other.java': 'class Other {}',
  });
  const include = (file: string) => site.include(page, `example$docs-src/test/java/org/acme/docs/a/${file}`);
  expect(include('My.java')).toEqual({ path: source, text: 'class My {}' });
  expect(include('Other.java')).toHaveProperty('problem');
});

it('missing pages are not reported if the modules of an Antora component are in several repositories', () => {
  const files = {
    ...FILES,
    [`${MODULES}/ROOT/pages/shared.adoc`]: '= Shared\n\nxref:analytics:intro.adoc[] xref:traits:gone.adoc[]',
  };
  expect(whereTo(createSite(files), FROM, 'traits:gone.adoc', 'xref')).toBe('unchecked');
});
