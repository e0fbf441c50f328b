import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';

const PATH = 'docs/page.md';
const getBodies = (text: string, path = PATH) =>
  chunk({ path, text }).items.map(({ content }) => content.slice(content.indexOf('\n\n') + 2));
const longText = 'Some words of a section. '.repeat(104).trim();

describe('headings without text', () => {
  it.each([
    ['is at the end', `# T\n\nText.\n\n## Next steps\n`, ['# T\n\nText.\n\nNext steps']],
    [
      'is followed by other headings without text',
      '# T\n\nText.\n\n## A\n\n### B\n\n#### C',
      ['# T\n\nText.\n\nA\n\nB\n\nC'],
    ],
    [
      'is between sections with text',
      `# T\n\n## A\n\nText.\n\n## B\n\n## C\n\nMore.`,
      ['# T\n\n## A\n\nText.\n\nB\n\n## C\n\nMore.'],
    ],
    [
      'follows a long section',
      `# T\n\n## A\n\n${longText}\n\n## B\n\n## C\n\n${longText}`,
      [`## A\n\n${longText}\n\nB`, `## C\n\n${longText}`],
    ],
    ['comes before the first text', `# T\n\n## A\n\n## B\n\n${longText}`, [`# T\n\nA\n\n## B\n\n${longText}`]],
    ['is underlined', 'T\n=\n\nText.\n\nA\nb\n-\n', ['T\n=\n\nText.\n\nA b']],
    [
      'has an ID',
      '# T\n\nText.\n\n## A `b` [c](https://example.com) {#own-id}',
      ['# T\n\nText.\n\nA `b` [c](https://example.com)'],
    ],
    ['is the title of the page', 'Text.\n\n# T', ['Text.\n\nT']],
    ['contains a link', '# T\n\nText.\n\n## [A](https://example.com) ##', ['# T\n\nText.\n\n[A](https://example.com)']],
    ['renders to nothing', '# T\n\nText.\n\n## <br>\n\n##', ['# T\n\nText.']],
    ['is followed by a comment', '# T\n\nText.\n\n## A\n\n<!-- later -->', ['# T\n\nText.\n\nA']],
  ])('turns a heading without text below it into a line of text if the heading %s', (_name, text, expected) => {
    expect(getBodies(text)).toEqual(expected);
  });

  it.each([
    '# not one',
    '> quote',
    '~~~',
    '```js',
    '<b> a',
    '- item',
    '+ item',
    '* item',
    '=== ',
    '| a |',
    ':::tip',
    '{a}',
    '[a]: https://example.com',
  ])('prevents a heading without text from starting another kind of block: %s', (heading) => {
    const [body = ''] = getBodies(`# T\n\nText.\n\n## ${heading}\n\n## B\n\nEnd.`);
    expect(body).toBe(`# T\n\nText.\n\n\\${heading.trim()}\n\n## B\n\nEnd.`);
  });

  it.each([
    ['## Same', 'same-1'],
    ['## Same {#own}', 'same'],
  ])('reserves the anchor that a heading without text would have: %s', (heading, anchor) => {
    const text = `# T\n\n${'Own words. '.repeat(99)}\n\n${heading}\n\n## Same\n\n${longText}`;
    const { items } = chunk({ path: PATH, text }, { address: { siteUrl: 'https://docs.example.com', root: 'docs' } });
    expect(items.map(({ content }) => content.split('\n').at(-1))).toEqual([
      'Source: https://docs.example.com/page',
      `Source: https://docs.example.com/page#${anchor}`,
    ]);
  });

  it.each(['# T', '# T\n\n## A\n\n### B', '## A\n\n## B'])(
    'produces no item if the page has only headings: %j',
    (text) => {
      expect(chunk({ path: PATH, text })).toEqual({ items: [], skipped: 'it has no text', warnings: [] });
    },
  );

  it('keeps a heading without text below it as a heading if it is the title of the page', () => {
    expect(chunk({ path: PATH, text: '---\ndescription: Words.\n---\n\n# T\n\n# A\n\nText.' }).items[0]?.title).toBe(
      'T',
    );
  });
});
