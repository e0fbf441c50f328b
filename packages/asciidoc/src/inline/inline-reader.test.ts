import { describe, expect, it } from 'vitest';
import { createAttributes } from '../source/document-attributes.ts';
import { createInlineReader } from './inline-reader.ts';
import { createReferences } from './reference-targets.ts';

function reader(set: Readonly<Record<string, string>> = {}) {
  const attributes = createAttributes();
  for (const [name, value] of Object.entries(set)) attributes.set(name, value, 1);
  const references = createReferences();
  references.add('install', 'Installing it');
  references.add('old', 'Installing it', 'install');
  references.add('figure', '');
  return createInlineReader(attributes, references);
}

const markdown = (text: string, set?: Readonly<Record<string, string>>) => reader(set).markdown(text, 10);

describe('markdown', () => {
  it.each([
    ['*bold*', '**bold**'],
    ['_it_ and __un__it', '*it* and *un*it'],
    ['**b**old', '**b**old'],
    ['*a _b_ c*', '**a *b* c**'],
    ['*_both_*', '***both***'],
    ['a *b* _c_ `d`.', 'a **b** *c* `d`.'],
    ['(*a*), "*b*"', '(**a**), "**b**"'],
    ['*over\ntwo lines*', '**over\ntwo lines**'],
    ['a*b*c a_b_c', 'a\\*b\\*c a_b_c'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['* a*', '\\* a\\*'],
    ['x:*a*', 'x:\\*a\\*'],
    ['****', '\\*\\*\\*\\*'],
    ['#mark# ##m##ark', 'mark mark'],
    ['[.line-through]#gone#', '~~gone~~'],
    ['[.role]*b* [#id.x]_i_ [x]`c`', '**b** *i* `c`'],
    ['H~2~O x^2^', 'H<sub>2</sub>O x<sup>2</sup>'],
    ['~/a and ~/b', '~/a and ~/b'],
    ['v1~2', 'v1\\~2'],
    ['"`double`" \'`single`\'', '“double” ‘single’'],
    ["Olaf`'s", 'Olaf’s'],
    ["don't 'quote' \"it\"", "don't 'quote' \"it\""],
    // Markdown marks do not work between a letter and punctuation, so bold text there needs HTML tags.
    ['a**(b)**c', 'a<strong>(b)</strong>c'],
  ])('converts AsciiDoc formatting in %j to %j', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it.each([
    ['`code`', '`code`'],
    ['``co``de', '`co`de'],
    ['`a*b*c`', '`a*b*c`'],
    ['`*all*`', '**`all`**'],
    ['`List<String>`', '`List<String>`'],
    ['`+{literal}+`', '`{literal}`'],
    ['`a\\|b` and `C:\\dir`', '`a\\|b` and `C:\\dir`'],
    ['`two\nlines` then', '`two lines`\nthen'],
    ['`link:x.html[Foo]`', '[`Foo`](x.html)'],
    ['`see <<install>>`', '`see `[`Installing it`](#install)'],
    ['`cat << EOF`', '`cat << EOF`'],
    ['`https://localhost:8080`', '`https://localhost:8080`'],
    ['`\\https://localhost`', '`https://localhost`'],
    ['`a`b', '\\`a\\`b'],
    ['a ` b', 'a \\` b'],
  ])('converts AsciiDoc code in %j to %j', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it.each([
    ['+a *b*+', 'a \\*b\\*'],
    ['x++*b*++y', 'x\\*b\\*y'],
    ['$$a_b_$$', 'a_b\\_'],
    ['+++<u>raw</u>+++', '<u>raw</u>'],
    ['pass:[<b>]x pass:q[*b*]', '<b>x **b**'],
    ['pass:[****]', '\\*\\*\\*\\*'],
    ['pass:a[{v}] pass:c[<a>]', '1.0 \\<a>'],
    ['stem:[x^2] latexmath:[\\alpha]', '$x^2$ $\\alpha$'],
    ['C++ and C++', 'C++ and C++'],
    ['C++17 or C++20', 'C++17 or C++20'],
    ['1 + 2 + 3', '1 + 2 + 3'],
    ['\\+a+ \\++b++', '+a+ ++b++'],
  ])('converts the AsciiDoc passthrough %j to the Markdown %j', (text, expected) => {
    expect(markdown(text, { v: '1.0' })).toBe(expected);
  });

  it.each([
    ['{v} {V}', '1.0 1.0'],
    ['{unknown} {}', '{unknown} {}'],
    ['\\{v} {v\\}', '{v} {v}'],
    ['`{v}` *{v}*', '`1.0` **1.0**'],
    ['{url}/x[Site]', '[Site](https://e.org/x)'],
    ['{stars}', '\\*a\\*'],
    ['{book} {url}[{book} Site]', '📖 [📖 Site](https://e.org)'],
    ['a{nbsp}b{empty}c{sp}d', 'a\u00a0bc d'],
    ['{plus}{asterisk}{lt}b{gt}{startsb}x{endsb}', '+\\*\\<b>[x]'],
    ['C{pp} {cpp}', 'C++ C++'],
    ['{counter:n} {counter:n} {n} {counter2:n}{n} {counter:l:A}{counter:l}', '1 2 2 3 AB'],
    ['{set:x:y}z', 'z'],
  ])('resolves attributes in %j: %j', (text, expected) => {
    expect(markdown(text, { v: '1.0', url: 'https://e.org', stars: '*a*', book: '&#x1F4D6;' })).toBe(expected);
  });

  it.each([
    ['https://e.org/a_b_c.', '<https://e.org/a_b_c>.'],
    ['(https://e.org/x), "https://e.org"', '(<https://e.org/x>), "<https://e.org>"'],
    ['https://e.org/a(b)c', '<https://e.org/a(b)c>'],
    ['https://e.org[Text]', '[Text](https://e.org)'],
    ['https://e.org[]', '<https://e.org>'],
    [
      'https://e.org[Text^] https://e.org["a, b",role=x] https://e.org[window=_blank]',
      '[Text](https://e.org) [a, b](https://e.org) <https://e.org>',
    ],
    ['<https://e.org> <me@e.org>', '<https://e.org> <me@e.org>'],
    ['\\https://e.org', 'https://e.org'],
    ['link:a.html[A *b*]', '[A **b**](a.html)'],
    ['link:a.txt[] link:a(1).txt[x]', '[a.txt](a.txt) [x](a%281%29.txt)'],
    ['link:++a b.txt++[x]', '[x](a%20b.txt)'],
    ['link:a[b, c] link:a[x [y\\] z]', '[b, c](a) [x \\[y\\] z](a)'],
    ['link:a[two\nlines]', '[two\nlines](a)'],
    ['link:a[image:b.png[B]]', '[![B](b.png)](a)'],
    ['link:a[https://e.org]', '[https://e.org](a)'],
    ['mailto:a@e.org[Me] mailto:a@e.org[]', '[Me](mailto:a@e.org) [a@e.org](mailto:a@e.org)'],
    ['see this!link:a[b]', 'see this\\![b](a)'],
    ['hyperlink:a[b] link: a[b]', 'hyperlink:a[b] link: a[b]'],
  ])('converts the AsciiDoc link %j to %j', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it.each([
    ['<<install>>', '[Installing it](#install)'],
    ['<<install,the *text*>>', '[the **text**](#install)'],
    ['<<old>>', '[Installing it](#install)'],
    ['<<Installing it>>', '[Installing it](#install)'],
    ['<<figure>> <<nowhere>>', '[figure](#figure) [nowhere](#nowhere)'],
    [
      '<<other.adoc#x,X>> <<other#x>> <<other.adoc#>>',
      '[X](other.adoc#x) [other#x](other.adoc#x) [other.adoc](other.adoc)',
    ],
    ['xref:install[] xref:#install[x]', '[Installing it](#install) [x](#install)'],
    ['xref:a/b.adoc[] xref:a.adoc#c[C] xref:m:a.adoc[A]', '[a/b](a/b.adoc) [C](a.adoc#c) [A](m:a.adoc)'],
    ['a << b >> c', 'a << b >> c'],
    ['\\<<install>>', '<\\<install>>'],
    ['x [[here]]y anchor:z[]w', 'x y w'],
    ['[[[gof]]] Four, [[[x,7]]]', '[gof] Four, [7]'],
  ])('converts the AsciiDoc reference %j to %j', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it.each([
    ['image:a/b-c_d.png[] image:x.png[Alt]', '![b c d](a/b-c_d.png) ![Alt](x.png)'],
    ['image:x.png["A, b",10,link=https://e.org]', '[![A, b](x.png)](https://e.org)'],
    ['icon:check[] icon:x[title=No]', 'check No'],
    ['word.footnote:[A *note*.]', 'word. (A **note**.)'],
    ['wordfootnote:n[First] and footnote:n[]', 'word (First) and (First)'],
    ['a footnote:[See link:x[y].]', 'a (See [y](x).)'],
    ['afootnoteref:[n,Old] bfootnoteref:[n]', 'a (Old) b (Old)'],
    ['kbd:[Ctrl+C] btn:[OK] menu:File[Save > As]', 'Ctrl+C **OK** File > Save > As'],
    ['((shown)) (((not, shown)))text indexterm:[a]indexterm2:[b]', 'shown text b'],
    ['(C) (R) (TM) \\(C)', '© ® ™ (C)'],
    ['a -- b a--b --c', 'a — b a--b --c'],
    ['javadoc:java.lang.String[] configprop:a.b-c[]', '`java.lang.String` `a.b-c`'],
    ['custom:macro[x]', 'custom:macro[x]'],
    [
      'Use gapi:groovy.util.RegexGuard[], jdk:java.lang.String[*Strings*].',
      'Use `groovy.util.RegexGuard`, **Strings**.',
    ],
    ['see example.com:a.b[x] and x:int[]', 'see example.com:a.b[x] and x:int[]'],
  ])('converts the AsciiDoc macro %j to %j', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it.each([
    ['\\*a* \\_b_ \\`c`', '\\*a\\* \\_b\\_ \\`c\\`'],
    ['\\**a** \\\\__b__', '\\*\\*a\\*\\* \\_\\_b\\_\\_'],
    ['a\\b C:\\*.txt \\', 'a\\b C:\\\\\\*.txt \\\\'],
    ['<tag> a<b 1 < 2', '\\<tag> a\\<b 1 < 2'],
    ['[a](b) [c][d] [e]', '[a\\](b) [c\\][d] [e]'],
    ['&#x1F4D6; &#8217; &#x2a;', '📖 ’ &#x2a;'],
    ['~~ x~~ &amp; &', '\\~\\~ x\\~\\~ &amp; &'],
    ['snake_case _x', 'snake_case \\_x'],
  ])('escapes special characters of Markdown in %j: %j', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it('preserves the number of lines, even if inline text is removed', () => {
    expect(markdown('a (((b,\nc))) d\ne')).toBe('a \nd\ne');
    expect(markdown('[[x]]\ntext')).toBe('\ntext');
    expect(markdown('a +\nb +')).toBe('a\\\nb');
  });

  it('supports the AsciiDoc marks of the compatibility mode', () => {
    const text = "'em' +mono+ `{v} *x*` ``quoted'' `single' ++m++ono don't";
    expect(markdown(text, { 'compat-mode': '', v: '1' })).toBe("*em* `mono` `{v} *x*` “quoted” ‘single’ `m`ono don't");
    expect(markdown("'em' +mono+")).toBe("'em' mono");
  });
});

describe('oneLine', () => {
  it.each([
    ['a\nb', 'a b'],
    ['a +\nb', 'a<br>b'],
    ['a +', 'a'],
    [' *a*  b ', '**a** b'],
  ])('converts the AsciiDoc text %j to the Markdown line %j', (text, expected) => {
    expect(reader().oneLine(text, 1)).toBe(expected);
  });
});

describe('plain', () => {
  it.each([
    ['*a* _b_ `c` "`d`"', 'a b c “d”'],
    ['link:x[y] <<install>> https://e.org', 'y Installing it https://e.org'],
    ['image:x.png[Alt] a footnote:[b] +++<br>+++', 'Alt a'],
    ['a_b <c> [d]', 'a_b <c> [d]'],
  ])('converts the AsciiDoc text %j to the plain text %j', (text, expected) => {
    expect(reader().plain(text, 1)).toBe(expected);
  });
});

describe('resolve', () => {
  it('uses the value of an AsciiDoc attribute at the given line', () => {
    const attributes = createAttributes();
    attributes.set('v', '1', 5);
    attributes.set('v', '2', 10);
    attributes.set('v', undefined, 15);
    const inline = createInlineReader(attributes, createReferences());
    expect([1, 5, 9, 10, 14, 15].map((line) => inline.resolve('{v}', line))).toEqual([
      '{v}',
      '1',
      '1',
      '2',
      '2',
      '{v}',
    ]);
  });

  it('stops resolving AsciiDoc attributes when the document has grown too much', () => {
    const inline = reader({ long: 'x'.repeat(4_000) });
    const text = inline.markdown('{long}'.repeat(1_000), 1);
    expect(text.length).toBeLessThan(2_010_000);
    expect(text.endsWith('{long}')).toBe(true);
  });
});
