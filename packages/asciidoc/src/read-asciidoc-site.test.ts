import type { ResolvedTarget, Site } from '@context-sync/reading';
import { describe, expect, it } from 'vitest';
import { readAsciidoc } from './read-asciidoc.ts';

/** Creates a site with the given files. The URL of a page is its path without the extension. */
function createSite(files: Readonly<Record<string, string>>, attributes: Readonly<Record<string, string>> = {}): Site {
  return {
    pageUrl: (path) => `https://docs.test/${path.replace('.adoc', '')}`,
    attributes: () => new Map(Object.entries(attributes)),
    repeatedTexts: () => new Set(),
    place: () => [],
    navigationTitle: () => undefined,
    isIncluded: (path) => Object.values(files).some((text) => text.includes(`include::${path}[`)),
    resolve(_, { kind, target }): ResolvedTarget {
      if (kind !== 'xref' || target.includes('::')) return {};
      const [path = '', fragment] = target.split('#');
      const text = files[path];
      if (text === undefined) return { problem: `${path} does not exist` };
      const title = /^= (.*)$/m.exec(text)?.[1];
      const url = `https://docs.test/${path.replace('.adoc', '')}${fragment === undefined ? '' : `#${fragment}`}`;
      return { url, ...(title === undefined ? {} : { title }) };
    },
    include(from, target) {
      const path = target.startsWith('./') ? `${from.replace(/[^/]*$/, '')}${target.slice(2)}` : target;
      const text = files[path];
      return text === undefined ? { problem: `${path} does not exist` } : { path, text };
    },
  };
}

const read = (text: string, site: Site, path = 'page.adoc') => readAsciidoc(text, { path, site });

describe('readAsciidoc with a site', () => {
  it('site attributes are replaced in titles, text, links and conditions of an AsciiDoc page', () => {
    const site = createSite({}, { product: 'Relay', 'url-home': 'https://relay.test' });
    const text = '= {product} guide\n\nSee {url-home}/docs[{product} docs].\n\nifdef::product[]\nYes\nendif::[]';
    expect(read(text, site).markdown).toBe('# Relay guide\n\nSee [Relay docs](https://relay.test/docs).\n\nYes');
  });

  it('an AsciiDoc page can override an attribute of the site', () => {
    expect(read(':product: Own\n\n{product}', createSite({}, { product: 'Relay' })).markdown).toBe('Own');
  });

  it('AsciiDoc references are resolved, and a reference without text gets the title of its target', () => {
    const site = createSite({ 'setup.adoc': '= Set up\n' });
    const { markdown, warnings } = read('xref:setup.adoc[] xref:setup.adoc#x[here] <<setup.adoc#y,there>>', site);
    expect(markdown).toBe(
      '[Set up](https://docs.test/setup) [here](https://docs.test/setup#x) [there](https://docs.test/setup#y)',
    );
    expect(warnings).toEqual([]);
  });

  it('the text of a broken or external AsciiDoc reference is kept, and a broken reference causes one warning', () => {
    const { markdown, warnings } = read(
      'a\n\nxref:no.adoc[Text] xref:no.adoc[] xref:other::x.adoc[Other]',
      createSite({}),
    );
    expect(markdown).toBe('a\n\nText no Other');
    expect(warnings).toEqual([{ line: 3, message: 'broken link: no.adoc does not exist', kind: 'link' }]);
  });

  it('an AsciiDoc reference with an unknown attribute causes no warning', () => {
    const { markdown, warnings } = read('xref:{other}#x[Text] and <<{other}#y,more>>', createSite({}));
    expect(markdown).toBe('Text and more');
    expect(warnings).toEqual([]);
  });

  it('the text of a link is kept if its URL begins with an unknown attribute', () => {
    const text = 'See {spring-docs}/a/b.html#c[the *guide*^] and `{path}/x[0]`.';
    expect(read(text, createSite({})).markdown).toBe('See the **guide** and `{path}/x[0]`.');
  });

  it('included AsciiDoc files are inserted, with the line of their include directive', () => {
    const files = {
      'parts/a.adoc': '= Part\n:inner: set\n\ninclude::./b.adoc[]\n\n{inner}',
      'parts/b.adoc': 'nested',
      'code.rb': '# tag::x[]\n  puts 1\n# end::x[]\nputs 2',
    };
    const text =
      '= T\n\ninclude::parts/a.adoc[leveloffset=+1]\n\n[source,ruby]\n----\ninclude::code.rb[tag=x,indent=0]\n----\n\nend';
    const { markdown, lines, warnings } = read(text, createSite(files));
    expect(markdown).toBe('# T\n\n## Part {#_part}\n\nnested\n\nset\n\n```ruby\nputs 1\n```\n\nend');
    expect(lines).toEqual([1, 1, 3, 3, 3, 3, 3, 3, 6, 7, 7, 7, 10]);
    expect(warnings).toEqual([]);
  });

  it('the rows of an included AsciiDoc table are separated', () => {
    const site = createSite({ 'rows.adoc': '|a |b\n\n|1 |2' });
    expect(read('|===\ninclude::rows.adoc[]\n|===', site).markdown).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });

  it('a missing included AsciiDoc file causes a warning unless the include is optional', () => {
    const { markdown, warnings } = read(
      'a\n\ninclude::no.adoc[]\n\ninclude::no.adoc[opts=optional]\n\nb',
      createSite({}),
    );
    expect(markdown).toBe('a\n\nb');
    expect(warnings).toEqual([{ line: 3, message: 'include::no.adoc[] was skipped: no.adoc does not exist' }]);
  });

  it('the depth, number and size of included AsciiDoc files are limited', () => {
    const loop = read('include::loop.adoc[]', createSite({ 'loop.adoc': 'x\n\ninclude::loop.adoc[]' }));
    expect(loop.markdown.match(/x/g)).toHaveLength(8);
    expect(loop.warnings[0]?.message).toContain('files include each other more than 8 times');
    const manyReading = read('include::x.adoc[]\n\n'.repeat(3_001), createSite({ 'x.adoc': 'x' }));
    expect(manyReading.markdown.match(/x/g)).toHaveLength(3_000);
    expect(manyReading.warnings[0]?.message).toContain('at most 3000 files');
    const large = read('include::x.adoc[]\n\n'.repeat(6), createSite({ 'x.adoc': 'word '.repeat(150_000) }));
    expect(large.warnings[0]?.message).toContain('at most 4194304 characters');
  });

  it('include-code renders the samples of each language from the folder of the section', () => {
    const files = { 'java/howto/run/My.java': 'class My {}', 'kotlin/howto/run/My.kt': 'class My' };
    const site = createSite(files, { 'include-java': 'java', 'include-kotlin': 'kotlin', 'include-xml': 'xml' });
    const { markdown, warnings } = read('[[howto.run]]\n== Run\n\ninclude-code::My[]\n\ninclude-code::No[]', site);
    expect(markdown).toBe(
      '## Run {#howto.run}\n\n```java\nclass My {}\n```\n\n```kotlin\nclass My\n```\n\nSample not included: `No`',
    );
    expect(warnings).toEqual([
      { line: 6, message: 'include-code::No[] was skipped: no sample of this name was found' },
    ]);
  });

  it('include-code finds samples in the examples of the page if no attribute sets a folder, and omits license and package lines', () => {
    const java =
      '/*\n * Copyright 2012 the authors.\n */\n\npackage a.b;\n\nimport c.D;\n\n// @formatter:off\nclass My {}\n\n';
    const site = createSite({
      'sample$java/howto/run/My.java': java,
      'example$kotlin/howto/run/My.kt': '/* My. */\nclass My',
    });
    expect(read('[[howto.run]]\n== Run\n\ninclude-code::My[]', site).markdown).toBe(
      '## Run {#howto.run}\n\n```java\nimport c.D;\n\nclass My {}\n```\n\n```kotlin\n/* My. */\nclass My\n```',
    );
  });

  it('a missing sample of include-code is noted in its tab, and the explanations of its callouts are kept', () => {
    const text =
      'See how:\n\n[tabs]\n====\nA::\n+\ninclude-code::a/My_x[]\n<1> One.\n\nB::\n+\ninclude-code::b/My[]\n====';
    expect(read(text, createSite({})).markdown).toBe(
      'See how:\n\n- **A**:\n\n  Sample not included: `a/My_x`\n\n  1. One.\n\n- **B**:\n\n  Sample not included: `b/My`',
    );
  });

  it('callouts are attached to a sample of include-code in a tab', () => {
    const site = createSite({ 'java/My.java': 'class My {} // <1>' }, { 'include-java': 'java' });
    expect(read('[tabs]\n====\nA::\n+\ninclude-code::My[]\n<1> One.\n====', site).markdown).toBe(
      '- **A**:\n\n  ```java\n  class My {} // (1)\n  ```\n\n  1. One.',
    );
  });

  it('a listing whose only file is missing is omitted if the listing has a title, and otherwise notes the missing code', () => {
    const listingText = '[source,json]\n----\ninclude::no.json[]\n----';
    expect(read(`.File a.json\n${listingText}\n\nSee:\n\n${listingText}`, createSite({})).markdown).toBe(
      '**File a.json**\n\nSee:\n\n(Code not included)',
    );
  });

  it('include-code causes one warning if the folder of the samples is unknown', () => {
    const { warnings } = read('include-code::A[]\n\ninclude-code::B[]', createSite({}));
    expect(warnings).toEqual([
      { line: 1, message: 'include-code was skipped: no attribute such as include-java names a folder of samples' },
    ]);
  });

  it.each([
    ['docs/modules/ROOT/nav.adoc', '* xref:a.adoc[]', 'it is a navigation file of Antora'],
    ['docs/modules/api/partials/nav-api.adoc', '* xref:a.adoc[]', 'it is a navigation file of Antora'],
    ['docs/modules/ROOT/partials/x.adoc', 'text', 'it is a part that other pages include'],
    ['docs/_part.adoc', 'text', 'it is a part that other pages include'],
    ['docs/_alone.adoc', 'text', undefined],
    ['docs/nav.adoc', '.Title\n* xref:a.adoc[]\ninclude::b:partial$nav.adoc[]', 'it is a navigation file of Antora'],
    ['docs/nav.adoc', '= Navigation\n\nHow to use the menu.', undefined],
    [
      'docs/redirect.adoc',
      '= Old\n:page-layout: redirect\n\n* xref:a.adoc#b[#x.b]\n* xref:a.adoc#c[#x.c]\n** xref:a.adoc#d[#x.d]\n',
      'it only redirects old URLs',
    ],
    ['docs/list.adoc', '* xref:a.adoc[#a]\n* xref:a.adoc[#b]\n* other text\n* xref:a.adoc[#c]', undefined],
    ['docs/modules/ROOT/pages/navigation.adoc', 'text', undefined],
  ])('reads or skips the AsciiDoc file %s', (path, text, reason) => {
    expect(read(text, createSite({ 'a.adoc': '', 'page.adoc': 'include::docs/_part.adoc[]' }), path).skipped).toBe(
      reason,
    );
  });

  it('an AsciiDoc file whose name begins with an underscore is read if no other file can include it', () => {
    expect(readAsciidoc('text', { path: 'docs/_part.adoc' }).markdown).toBe('text');
  });
});
