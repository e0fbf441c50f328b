import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readAsciidoc } from './read-asciidoc.ts';

const MANY = selectByTier(1_500, 100_000);

const getLength = (text: string) => {
  const { markdown, lines = [] } = readAsciidoc(text);
  expect(markdown === '' ? [''] : lines).toHaveLength(markdown.split('\n').length);
  return markdown.length;
};

/** Each hostile input must be parsed within the time limit, and the size of the output must stay in proportion to the size of the input. */
describe('readAsciidoc with hostile input', () => {
  const marks = [
    '*',
    '_',
    '`',
    '#',
    '^',
    '~',
    '[',
    ']',
    '<',
    '>',
    '(',
    ')',
    '+',
    '$',
    '{',
    '\\',
    '"`',
    '*_',
    '**a',
    '*a ',
    '`a ',
    '[[',
    '((',
    '<<',
    '<<a,',
    '[a]#',
    '{a}',
    '|',
    'a:',
    'a~b',
    '`` ` ',
  ];
  const macros = [
    'link:',
    'link:a',
    'link:a[',
    'xref:a[',
    'footnote:[',
    'image:a[',
    'https://a',
    'http://a[',
    'kbd:[',
    'menu:a[',
    'pass:[',
    'pass:q[',
    'stem:[',
    '\\link:',
    '`link:',
    '`+',
    '++a ',
    '+++a',
    '<a@b',
    '(C',
    '(((a',
    '[[a]] ',
  ];
  it.each([...marks, ...macros])('reads an AsciiDoc document with many repetitions of %j', (mark) => {
    const text = mark.repeat(MANY);
    expect(getLength(`x ${text}`)).toBeLessThan(text.length * 4 + 1_000);
    const fewerMarks = mark.repeat(MANY / 10);
    const wholes = ['== #', 'Title\n=====\n\nx #', '|===\n|#\n|===', '* #', '[#]\n.#\ny'];
    for (const whole of wholes)
      expect(getLength(whole.replaceAll('#', () => fewerMarks))).toBeLessThan(fewerMarks.length * 12 + 1_000);
  });

  it.each(['====', '----', '....', '****', '____', '++++', '////', '|===', '--', '```', ',===', ':===', '""', '~~~~'])(
    'reads an AsciiDoc document with many repetitions of the delimiter %j',
    (mark) => {
      expect(getLength(`${mark}\na\n`.repeat(MANY / 10))).toBeGreaterThan(MANY / 10);
      const longerText = Array.from({ length: 500 }, (_, index) => (mark[0] ?? '').repeat(index + 4)).join('\n');
      getLength(longerText);
      getLength(`${longerText}\nx\n${longerText.split('\n').reverse().join('\n')}`);
      getLength(`* a\n+\n${mark}\n`.repeat(MANY / 20));
    },
  );

  it.each<[string, string]>([
    ['a long line', 'a'.repeat(20 * MANY)],
    ['a line of words', 'word '.repeat(4 * MANY)],
    ['a line of spaces', `${' '.repeat(20 * MANY)}x`],
    ['tabs', `${'\t'.repeat(2 * MANY)}x`],
    ['many line breaks', '\n'.repeat(10 * MANY)],
    ['a data URL', `image::data:image/png;base64,${'A'.repeat(20 * MANY)}[]`],
    ['an inline data URL', `x image:data:image/png;base64,${'A'.repeat(20 * MANY)}[]`],
    ['list levels', Array.from({ length: 1_500 }, (_, index) => `${'*'.repeat(index + 1)} a`).join('\n')],
    ['continuations', '* a\n+\n'.repeat(MANY)],
    ['blank lines in a list', `* a\n${'\n'.repeat(5 * MANY)}* b`],
    ['terms', 'a::\n'.repeat(MANY)],
    ['lists of all kinds', '* a\n<1> b\n. c\nd:: e\n\n'.repeat(MANY / 5)],
    ['conditions', `${'ifdef::a[]\n'.repeat(MANY)}x`],
    ['stray ends of conditions', 'endif::[]\n'.repeat(MANY)],
    ['includes', 'include::a[]\n'.repeat(MANY)],
    ['attributes', `${Array.from({ length: MANY }, (_, index) => `:a${index}: b`).join('\n')}\n\nx`],
    ['an attribute that is set repeatedly', ':a: b\n\n{a}\n\n'.repeat(MANY / 4)],
    ['a value with many lines', `:a: ${'b \\\n'.repeat(MANY)}`],
    ['many equal titles', '== A\n\n'.repeat(MANY / 4)],
    ['underlines', 'abc\n---\n\n'.repeat(MANY / 4)],
    ['quotes', '> a\n'.repeat(MANY)],
    ['nested quotes', Array.from({ length: 1_000 }, (_, index) => `${'> '.repeat(index)}a`).join('\n')],
    ['10,000 quote marks', `${'> '.repeat(10_000)}a`],
    ['nested links', 'link:a['.repeat(MANY) + ']'.repeat(MANY)],
    ['nested brackets', '['.repeat(MANY) + ']'.repeat(MANY)],
    ['many cells on one line', `|===\n${'|a '.repeat(MANY)}\n|===`],
    ['many cells on separate lines', `|===\n${'|a\n'.repeat(MANY)}|===`],
    ['cells with blocks', `[cols=1a]\n|===\n${'|* a\n'.repeat(MANY / 10)}|===`],
    ['quoted values', `,===\n${'"a'.repeat(MANY)}\n,===`],
    ['values', `,===\n${'a,"b,c",d\n'.repeat(MANY / 4)},===`],
    ['author names', `= T\n${'A B; '.repeat(MANY)}`],
    ['front matter', `---\n${'a: b\n'.repeat(MANY)}`],
    ['internal placeholders', '\ufdd00\ufdd1'.repeat(MANY)],
  ])('reads hostile AsciiDoc: %s', (_, text) => {
    getLength(text);
  });

  it('limits the growth of a document by attributes, references and footnotes', () => {
    const laughs = Array.from({ length: 200 }, (_, index) => `:a${index}: ${`{a${index - 1}}`.repeat(50)}x`).join('\n');
    expect(getLength(`${laughs}\n\n${'{a199} '.repeat(10_000)}`)).toBeLessThan(3_000_000);
    expect(getLength(`== ${'long title '.repeat(2_000)}[[t]]\n\n${'<<t>> '.repeat(10_000)}`)).toBeLessThan(3_000_000);
    expect(getLength(`footnote:a[${'x'.repeat(5_000)}] ${'footnote:a[] '.repeat(10_000)}`)).toBeLessThan(3_000_000);
  });

  it('keeps the text of AsciiDoc blocks that are nested too deeply and adds a warning', () => {
    const marks = Array.from({ length: 60 }, (_, index) => '='.repeat(index + 4));
    const reading = readAsciidoc([...marks, 'the text', ...marks.toReversed()].join('\n'));
    expect(reading.markdown.trim()).toBe('the text');
    expect(reading.warnings[0]).toEqual({ line: 51, message: 'example block is nested too deeply' });
  });
});
