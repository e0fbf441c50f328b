import { describe, expect, it } from 'vitest';
import { readRst } from '../read-rst.ts';

const md = (rst: string): string => readRst(rst).markdown.trim();

describe('inline markup', () => {
  it.each([
    ['emphasis', 'an *emphasis* here', 'an *emphasis* here'],
    ['strong emphasis', '**strong**, (**both**)', '**strong**, (**both**)'],
    ['a literal', 'a ``literal``.', 'a `literal`.'],
    ['a literal with backticks', '``a`b`` and ``` `x`_ ```', '``a`b`` and `` ` `x`_ ` ``'],
    ['a literal with escapes', '``a\\*b``', '`a\\*b`'],
    ['a literal that spans lines', 'one ``two\nthree`` four\nfive', 'one `two three` four\nfive'],
    ['interpreted text', 'the `text` here', 'the text here'],
    ['an inline target', 'a _`target` here', 'a target here'],
    [
      'markup joined by escaped spaces',
      'H\\ :sub:`2`\\ O and re\\ *Structured*\\ Text',
      'H<sub>2</sub>O and re*Structured*Text',
    ],
    ['marks inside other markup', '*a_b* and **c * d**', '*a_b* and **c * d**'],
  ])('converts inline markup: %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it.each([
    ['marks surrounded by spaces', 'a * b ** c', 'a * b \\*\\* c'],
    ['escaped marks', '\\*a* \\`b` \\|c|', '\\*a\\* \\`b\\` |c|'],
    ['marks inside words', 'a*b*c snake_case x_y_', 'a\\*b\\*c snake_case x_y_'],
    ['Python names', '__init__ and *args, **kwargs', '\\_\\_init__ and \\*args, \\*\\*kwargs'],
    ['quoted marks', '("*") or \'`\'', '("\\*") or \'\\`\''],
    ['unclosed markup', '*a and ``b and `c', '\\*a and \\`\\`b and \\`c'],
    ['tags and entities', 'a <div> &amp; 1 < 2 & <-', 'a \\<div> \\&amp; 1 < 2 & <-'],
    ['Markdown links', '[a](b) [c][d] [e]', '[a\\](b) [c\\][d] [e]'],
    ['backslashes', 'C:\\\\dir\\\\_x', 'C:\\dir\\\\\\_x'],
    ['references to unknown targets', 'foo_ and `bar`_ and baz__', 'foo_ and bar and baz'],
    ['several tildes', '~/a and 1~2, ~x~', '\\~/a and 1\\~2, \\~x\\~'],
    ['a single tilde', '~/a', '~/a'],
  ])('keeps %s as text in reStructuredText', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it.each([
    ['# a', '\\# a'],
    ['#a', '#a'],
    ['> a', '\\> a'],
    ['\\- a', '\\- a'],
    ['\\+ a', '\\+ a'],
    ['\\* a', '\\* a'],
    ['1\\. a', '1\\. a'],
    ['12\\) a', '12\\) a'],
    ['\\===', '\\==='],
    ['a\n---|---', 'a\n\\---|---'],
    ['~~~ a', '\\~\\~\\~ a'],
    ['[a]: b', '\\[a]: b'],
    ['<!-- a', '\\<!-- a'],
    ['**a** b', '**a** b'],
    ['-1 is less', '-1 is less'],
  ])('escapes a line that would start a Markdown block: %s', (rst, expected) => {
    expect(md(rst)).toBe(expected);
  });
});

describe('reStructuredText references', () => {
  const TARGETS = `
.. _site: https://example.com/a_b
.. _two words: https://example.com/two
.. _Alias: site_
.. _other alias: \`two words\`_
.. _long: https://example.com/very/
   long
.. _a\\:b: https://example.com/colon
.. _\`a: b\`: https://example.com/quoted
.. _chain 1:
.. _chain 2: https://example.com/chain
.. _mark:

Text
`;

  it.each([
    ['site_', '[site](https://example.com/a_b)'],
    ['Site_.', '[Site](https://example.com/a_b).'],
    ['`Two  Words`_', '[Two  Words](https://example.com/two)'],
    ['`two\nwords`_ a', '[two words](https://example.com/two) a'],
    ['alias_', '[alias](https://example.com/a_b)'],
    ['`other alias`_', '[other alias](https://example.com/two)'],
    ['long_', '[long](https://example.com/very/long)'],
    ['`a:b`_', '[a:b](https://example.com/colon)'],
    ['`a: b`_', '[a: b](https://example.com/quoted)'],
    ['`chain 1`_', '[chain 1](https://example.com/chain)'],
    ['mark_', '[mark](#mark)'],
    ['`shown <site_>`_', '[shown](https://example.com/a_b)'],
    ['`shown <https://x.y/a>`_', '[shown](https://x.y/a)'],
    ['`shown <https://x.y/a>`__', '[shown](https://x.y/a)'],
    ['`shown\n<https://x.y/\na>`_ b', '[shown](https://x.y/a) b'],
    ['`shown<https://x.y/a>`_', '[shown](https://x.y/a)'],
    ['`<https://x.y/a>`_', '<https://x.y/a>'],
    ['`shown <a b.html>`_', '[shown](ab.html)'],
    ['`shown <https://x.y/(a>`_', '[shown](<https://x.y/(a>)'],
    ['`shown <https://x.y/a(b)>`_', '[shown](https://x.y/a(b))'],
    ['`shown <a\\_>`_', '[shown](a_)'],
    ['`mail <a@b.c>`_', '[mail](mailto:a@b.c)'],
    ['`a[0] <u>`_ and `a] <u>`_', '[a[0]](u) and [a\\]](u)'],
    ['`a <https://x.y/1>`_ and a_', '[a](https://x.y/1) and [a](https://x.y/1)'],
    ['_`here` and here_', 'here and [here](#here)'],
    ['!\\ site_', '\\![site](https://example.com/a_b)'],
  ])('resolves the reference %s', (rst, expected) => {
    expect(md(`${rst}\n${TARGETS}`)).toBe(`${expected}\n\nText`);
  });

  it('resolves anonymous reStructuredText references in the order of their targets', () => {
    expect(
      md('`a`__ and b__ and `c`__\n\n__ https://x.y/1\n\n.. __: https://x.y/2\n\n__ site_\n\n.. _site: https://x.y/3'),
    ).toBe('[a](https://x.y/1) and [b](https://x.y/2) and [c](https://x.y/3)');
  });

  it('resolves a reference to a title to the anchor of the title', () => {
    expect(md('`The title`_ and `Other -- one`_\n\nThe Title\n=========\n\nOther -- one\n============\n')).toBe(
      '[The title](#the-title) and [Other -- one](#other-one)\n\n# The Title\n\n# Other -- one {#other-one}',
    );
  });

  it.each([
    ['https://x.y/a_b*c_.', 'https://x.y/a_b*c_.'],
    ['(see http://x.y/a_(b)).', '(see http://x.y/a_(b)).'],
    ['<https://x.y/a>', '<https://x.y/a>'],
    ['a://b and ://', 'a://b and ://'],
  ])('keeps the bare URL in %s', (rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('warns about a reStructuredText target without a colon', () => {
    expect(readRst('.. _a https://x.y\n\na_').warnings).toEqual([
      { line: 1, message: 'The target name must be followed by a colon; without one, it is a comment' },
    ]);
  });
});

describe('reStructuredText footnotes', () => {
  it('numbers reStructuredText footnotes in the same way as docutils', () => {
    expect(
      md(
        `a [2]_ b [#]_ c [#x]_ d [*]_ e [*]_ f [Cit2002]_ g [#]_ h [#x]_

.. [2] two
.. [#] one

   more
.. [#x] three
.. [*] star
.. [*] dagger
.. [#] four
.. [Cit2002] cited
`,
      ),
    ).toBe(
      `a [2] b [1] c [3] d [\\*] e [†] f [Cit2002] g [4] h [3]

**[2]** two

**[1]** one

more

**[3]** three

**[\\*]** star

**[†]** dagger

**[4]** four

**[Cit2002]** cited`,
    );
  });
});

describe('reStructuredText substitutions', () => {
  it.each([
    ['text', '.. |a| replace:: some *text*\n   here\n\nsee |a|.', 'see some *text* here.'],
    ['a name with several words', '.. |a b| replace:: x\n\n|A  b|', 'x'],
    ['an image', '.. |a| image:: b.png\n   :alt: B\n\n|a|', '![B](b.png)'],
    ['an image without an alternative text', '.. |a| image:: b.png\n\n|a|', '![a](b.png)'],
    ['a linked image', '.. |a| image:: b.png\n   :target: https://x.y\n\n|a|', '[![a](b.png)](https://x.y)'],
    ['characters', '.. |a| unicode:: 0xA9 U+00AE x2122 .. comment\n\n|a|', '©®™'],
    ['predefined characters', '.. include:: <isonum.txt>\n\n|copy| 2024', '© 2024'],
    ['another substitution', '.. |a| replace:: |b| c\n.. |b| replace:: d\n\n|a|', 'd c'],
    ['a link', '.. |a| replace:: b\n.. _a: https://x.y\n\n|a|_', '[b](https://x.y)'],
    ['an unknown name', 'a |version| b', 'a |version| b'],
    ['itself', '.. |a| replace:: x |a|\n\n|a|', 'x x x x x x x x |a|'],
  ])('resolves a substitution with %s', (_name, rst, expected) => {
    expect(md(rst)).toBe(expected);
  });

  it('limits the length of nested reStructuredText substitutions', () => {
    const definitions = Array.from({ length: 9 }, (_, i) => `.. |a${i}| replace:: ${`|a${i + 1}| `.repeat(100)}`);
    const { markdown } = readRst(`${definitions.join('\n')}\n.. |a9| replace:: lol\n\n|a0| end`);
    expect(markdown.length).toBeLessThan(1_000_000);
    expect(markdown).toMatch(/ end$/);
  });
});
