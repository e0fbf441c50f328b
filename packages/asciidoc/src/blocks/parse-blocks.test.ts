import { describe, expect, it } from 'vitest';
import { readAsciidoc } from '../read-asciidoc.ts';

const markdown = (...lines: string[]) => readAsciidoc(lines.join('\n')).markdown.trimEnd();

describe('AsciiDoc headings', () => {
  it.each([
    [
      'all levels',
      ['= A', '', '== B', '', '=== C', '', '==== D', '', '===== E', '', '====== F'],
      '# A\n\n## B {#_b}\n\n### C {#_c}\n\n#### D {#_d}\n\n##### E {#_e}\n\n###### F {#_f}',
    ],
    ['Markdown syntax', ['## B', '', 'x', '', '### C ###'], '## B {#_b}\n\nx\n\n### C {#_c}'],
    ['closing marks', ['== B ==', 'x'], '## B {#_b}\n\nx'],
    [
      'underlines',
      ['Aaa', '===', '', 'Bbbb', '----', '', 'Cccc', '~~~~', '', 'Dddd', '^^^^', '', 'Eeee', '++++'],
      '# Aaa\n\n## Bbbb {#_bbbb}\n\n### Cccc {#_cccc}\n\n#### Dddd {#_dddd}\n\n##### Eeee {#_eeee}',
    ],
    ['formatted titles', ['== *Bold* `code` & <tag>', ''], '## **Bold** `code` & \\<tag> {#_bold_code_tag}'],
    ['attributes in titles', [':p: Kestrel', '', '== Why {p}?'], '## Why Kestrel? {#_why_kestrel}'],
    ['an anchor above it', ['[[why]]', '== B'], '## B {#why}'],
    ['an anchor in an attribute list', ['[#why.role]', '== B'], '## B {#why}'],
    ['an id attribute', ['[id=why,role=x]', '== B'], '## B {#why}'],
    ['an anchor at the end', ['== B [[why]]'], '## B {#why}'],
    ['an anchor inside the title', ['== [[why]]B', '', '<<why>>'], '## B {#_b}\n\n[B](#_b)'],
    ['several anchors', ['[[old]]', '[[new]]', '== B', '', '<<old>>'], '## B {#new}\n\n[B](#new)'],
    ['a reference label', ['[[b,the B]]', '== B', '', '<<b>>'], '## B {#b}\n\n[the B](#b)'],
    ['equal titles', ['== B', '', '== B', '', '== B'], '## B {#_b}\n\n## B {#_b_2}\n\n## B {#_b_3}'],
    ['idprefix and idseparator', [':idprefix:', ':idseparator: -', '', '== One two'], '## One two {#one-two}'],
    ['the sectids attribute unset', [':sectids!:', '', '== B'], '## B'],
    ['leveloffset', [':leveloffset: +1', '', '== B', '', ':leveloffset: -1', '', '== C'], '### B {#_b}\n\n## C {#_c}'],
    ['discrete headings', ['[discrete]', '== B', '', '[float#x]', 'Cccc', '----'], '## B {#_b}\n\n## Cccc {#x}'],
    ['document parts', ['= A', '', '= Part', '', '== B'], '# A\n\n# Part {#_part}\n\n## B {#_b}'],
    ['seven marks, which is plain text', ['======= G'], '======= G'],
    ['a trailing number sign', ['= In C #'], '# In C \\#'],
    ['a position inside another block', ['****', '== B', '', 'x', '****'], '**B**\n\nx'],
  ])('an AsciiDoc heading can have %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

describe('underlines and delimiters', () => {
  it.each([
    [
      'a listing after a long line',
      ['Run this command:', '----', 'code', '----'],
      'Run this command:\n\n```\ncode\n```',
    ],
    ['a listing after a blank line', ['Test', '', '----', 'code', '----'], 'Test\n\n```\ncode\n```'],
    ['an underline that is shorter by one', ['Titles', '-----', '', 'x'], '## Titles {#_titles}\n\nx'],
    ['an underline that is longer by two', ['Title', '-------', '', 'x'], '## Title {#_title}\n\nx'],
    [
      'a delimiter that is longer by two and followed by code',
      ['Title', '-------', 'x', '-------'],
      'Title\n\n```\nx\n```',
    ],
    ['an underline that is longer by three', ['Title', '~~~~~~~~', '', 'x'], 'Title\n\nx'],
    ['an empty listing', ['----', '----'], '(Code not included)'],
    ['an underline of a title with wide characters', ['设置', '~~~~', '', 'x'], '### 设置 {#_设置}\n\nx'],
    ['a list item before a delimiter', ['* item', '------', 'x', '------'], '- item\n\n```\nx\n```'],
    [
      'a code line that looks like a title',
      ['----', 'Title', '-----', '== Other', '----'],
      '```\nTitle\n-----\n== Other\n```',
    ],
    ['a short delimiter', ['ab', '--', 'x', '--'], 'ab\n\nx'],
  ])('distinguishes underlines of AsciiDoc titles from block delimiters: %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

describe('code blocks', () => {
  it.each([
    ['a listing', ['----', 'a', '  b', '----'], '```\na\n  b\n```'],
    ['a language', ['[source,java]', '----', 'a', '----'], '```java\na\n```'],
    ['a language in short syntax', ['[,c++,linenums]', '----', 'a', '----'], '```c++\na\n```'],
    ['options and a title', ['.Main', '[source%nowrap,sh]', '----', 'a', '----'], '**Main**\n\n```sh\na\n```'],
    ['the default language', [':source-language: ruby', '', '[source]', '----', 'a', '----'], '```ruby\na\n```'],
    ['a literal block', ['....', 'a', ' b', '....'], '```\na\n b\n```'],
    ['a fence', ['```js', 'a', '```'], '```js\na\n```'],
    ['code that contains a fence', ['----', '```js', 'a', '```', '----'], '````\n```js\na\n```\n````'],
    ['an indented paragraph', [' $ a', '   b', '', 'x'], '```\n$ a\n  b\n```\n\nx'],
    ['a paragraph with a source style', ['[source,sh]', 'a', '# b', '', 'x'], '```sh\na\n# b\n```\n\nx'],
    ['a paragraph with a literal style', ['[literal]', 'a', 'b'], '```\na\nb\n```'],
    ['indent=0', ['[source,java,indent=0]', '----', '    a', '', '      b', '----'], '```java\na\n\n  b\n```'],
    ['attributes', [':v: 1', '', '[subs="attributes+"]', '----', '{v} {w} *a*', '----'], '```\n1 {w} *a*\n```'],
    ['all substitutions', [':v: 1', '', '[subs=normal]', '----', '  {v} *a* link:b[c]', '----'], '```\n  1 a c\n```'],
    ['substitutions disabled', [':v: 1', '', '----', '{v} *a* \\{b}', '----'], '```\n{v} *a* \\{b}\n```'],
    [
      'callouts',
      ['----', 'a <1> <2>', 'b # <3>', '----', '<1> One', '<2> Two', 'more', '<3> Three'],
      '```\na (1) (2)\nb # (3)\n```\n\n1. One\n2. Two\n   more\n3. Three',
    ],
    [
      'callouts without numbers',
      ['----', 'a <.>', 'b <.> <.>', '----', '<.> One', '<.> Two'],
      '```\na (1)\nb (2) (3)\n```\n\n1. One\n2. Two',
    ],
    [
      'an extension style',
      ['[configprops,yaml]', '----', 'a: b', '----', '', '[console]', '----', 'c', '----'],
      '```yaml\na: b\n```\n\n```console\nc\n```',
    ],
    ['a diagram', ['[mermaid,flow]', '....', 'graph TD', '....'], '```mermaid\ngraph TD\n```'],
    ['a formula', ['[stem]', '++++', 'x^2', '++++'], '```math\nx^2\n```'],
    ['an open block as source', ['[source,js]', '--', 'a', '', 'b', '--'], '```js\na\n\nb\n```'],
    [
      'only an include',
      ['.Main', '[source,java]', '----', 'include::a/Main.java[tag=x]', '----'],
      '**Main**\n\nIncluded file: [a/Main.java](a/Main.java)',
    ],
    ['an include inside code', ['----', 'a', 'include::b.txt[]', '----'], '```\na\ninclude::b.txt[]\n```'],
    ['comments inside code', ['----', '// a', '////', '----'], '```\n// a\n////\n```'],
  ])('an AsciiDoc code block can have %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

describe('nested blocks', () => {
  it.each([
    ['an example', ['.Title', '====', 'a', '', 'b', '===='], '**Title**\n\na\n\nb'],
    ['a sidebar', ['.Title', '****', 'a', '****'], '**Title**\n\na'],
    ['an open block', ['--', 'a', '', '* b', '--'], 'a\n\n- b'],
    [
      'several levels of nesting',
      ['====', 'a', '', '=====', 'b', '=====', '', '----', 'c', '----', '===='],
      'a\n\nb\n\n```\nc\n```',
    ],
    ['a quote', ['____', 'a', '', '* b', '____'], '> a\n>\n> - b'],
    [
      'a quote with attribution',
      ['[quote, A. Author, The _Book_]', '____', 'a', '____'],
      '> a\n>\n> — A. Author, The *Book*',
    ],
    ['a quoted paragraph', ['[quote,A]', 'a', 'b'], '> a\n> b\n>\n> — A'],
    ['a quoted paragraph with a signature', ['"a', 'b"', '-- A, B'], '> "a\n> b"\n>\n> — A, B'],
    ['a Markdown quote', ['> a', '> b', '>', '> > c', '> -- A'], '> a\n> b\n>\n> > c\n>\n> — A'],
    ['a verse', ['[verse, A]', '____', 'a', 'b', '', 'c', '____'], '> a\\\n> b\n>\n> c\n>\n> — A'],
    ['an air quote', ['[,A]', '""', 'a', '""'], '> a\n>\n> — A'],
    ['raw HTML', ['++++', '<div>', '*a*', '</div>', '++++'], '<div>\n*a*\n</div>'],
    ['a passthrough block without HTML', ['++++', '# a', 'b_c_', '++++'], '\\# a\nb_c\\_'],
    ['a raw paragraph', ['[pass]', '<b>a</b>'], '<b>a</b>'],
    ['a comment', ['a', '', '////', 'b', '', '----', '////', '', 'c'], 'a\n\nc'],
    ['the comment style', ['[comment]', 'a', '', '[comment]', '--', 'b', '', 'c', '--', '', 'd'], 'd'],
    ['a collapsible block', ['.More', '[%collapsible]', '====', 'a', '===='], '**More**\n\na'],
    ['a title without a block', ['a', '', '.Title'], 'a\n\n**Title**'],
  ])('converts AsciiDoc blocks to Markdown: %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

describe('admonitions', () => {
  it.each([
    ['a paragraph', ['NOTE: a', 'b'], '**Note:** a\nb'],
    [
      'each kind',
      ['TIP: a', '', 'IMPORTANT: b', '', 'WARNING: c', '', 'CAUTION: d'],
      '**Tip:** a\n\n**Important:** b\n\n**Warning:** c\n\n**Caution:** d',
    ],
    ['a paragraph with a style', ['[TIP]', 'a'], '**Tip:** a'],
    ['a block', ['[NOTE]', '====', 'a', '', '* b', '===='], '**Note:** a\n\n- b'],
    ['a block that begins with a list', ['[NOTE]', '====', '* b', '===='], '**Note:**\n\n- b'],
    ['an open block', ['[CAUTION]', '--', 'a', '--'], '**Caution:** a'],
    ['a title', ['.Careful *now*', '[WARNING]', '====', 'a', '===='], '**Warning: Careful now**\n\na'],
    ['a paragraph with a title', ['.Careful', 'WARNING: a'], '**Warning: Careful**\n\na'],
    ['an unknown label, which is plain text', ['NOTICE: a'], 'NOTICE: a'],
  ])('converts an AsciiDoc admonition to Markdown: %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

describe('paragraphs', () => {
  it.each([
    ['text around comments', ['a', '// b', 'c'], 'a\nc'],
    ['hard breaks', ['a +', 'b +', '', 'c +'], 'a\\\nb\n\nc'],
    ['the hardbreaks option', ['[%hardbreaks]', 'a', 'b'], 'a\\\nb'],
    ['the hardbreaks attribute', [':hardbreaks-option:', '', 'a', 'b'], 'a\\\nb'],
    ['text that looks like a heading', ['a', '# b', '#c', '===', '---'], 'a\n\\# b\n#c\n\\===\n\\---'],
    [
      'text that looks like a quote or a list',
      ['a', '> b', '+ c', '- d', '* e', '1. f', '2) g'],
      'a\n\\> b\n\\+ c\n\\- d\n\\* e\n1\\. f\n2\\) g',
    ],
    [
      'text that looks like code or a table',
      ['a', '~~~ b', '| c |', '--- | ---', '[d]: e'],
      'a\n\\~\\~\\~ b\n\\| c |\n\\--- | ---\n\\[d]: e',
    ],
    ['lines around a line that becomes empty', ['a', '(((b)))', 'c'], 'a\nc'],
    ['text with styles and roles', ['[.lead]', 'a', '', '[abstract]', 'b', '', '[normal]', ' c'], 'a\n\nb\n\nc'],
    ['brackets that are not metadata', ['[1] and [2]', '', '[link:a[b]](c)'], '[1] and [2]\n\n[[b](a)\\](c)'],
  ])('an AsciiDoc paragraph keeps %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});

describe('block macros', () => {
  it.each([
    ['an image', ['.Title', 'image::a/b-c.png[]'], '**Title**\n\n![b c](a/b-c.png)'],
    [
      'an image with its attributes',
      ['image::a.png[Alt text, 300, title="T", link=b.html]'],
      '**T**\n\n[![Alt text](a.png)](b.html)',
    ],
    [
      'an image with imagesdir',
      [':imagesdir: ../img/', '', 'image::a.png[A]', '', 'image::https://e.org/a.png[A]', '', 'image:/a.png[A]'],
      '![A](../img/a.png)\n\n![A](https://e.org/a.png)\n\n![A](/a.png)',
    ],
    [
      'a video',
      ['video::a.mp4[]', '', 'video::xyz[youtube]', '', 'video::123[vimeo]'],
      '[Video: a.mp4](a.mp4)\n\n[Video: xyz](https://www.youtube.com/watch?v=xyz)\n\n[Video: 123](https://vimeo.com/123)',
    ],
    ['a sound', ['audio::a.ogg[]'], '[Audio: a.ogg](a.ogg)'],
    ['a table of contents', ['a', '', 'toc::[levels=2]', '', 'b'], 'a\n\nb'],
    ['an unknown macro', ['chart::a[b]'], 'chart::a[b]'],
    [
      'breaks',
      ['a', '', "'''", '', 'b', '', '---', '', '* * *', '', '<<<', '', 'c'],
      'a\n\n***\n\nb\n\n***\n\n***\n\nc',
    ],
    ['an include', ['a', 'include::b c.adoc[leveloffset=1]', 'd'], 'a\n\nIncluded file: [b c.adoc](b%20c.adoc)\n\nd'],
    ['an include with an unknown path', ['include::{dir}/a.adoc[]'], 'Included file: `{dir}/a.adoc`'],
  ])('converts block macros: %s', (_, lines, expected) => {
    expect(markdown(...lines)).toBe(expected);
  });
});
