import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { convertPage } from './convert-page.ts';
import { HOSTILE_DOCUMENTS } from './hostile-documents.fixture.ts';

const convert = (path: string, ...lines: string[]) => convertPage({ path, text: lines.join('\n') }).markdown;

const NOTE = '> [!NOTE]\n> One.\n>\n> Two.';

describe('admonitions become alerts of GitHub', () => {
  it.each([
    ['directives', 'a.md', [':::note', '', 'One.', '', 'Two.', '', ':::']],
    ['indented blocks', 'a.md', ['!!! note', '', '    One.', '', '    Two.']],
    ['blocks of PyMdown', 'a.md', ['/// note', '', 'One.', '', 'Two.', '', '///']],
    ['components', 'a.mdx', ['<Note>', '', 'One.', '', 'Two.', '', '</Note>']],
    ['components with indented text', 'a.mdx', ['<Note>', '  One.', '', '  Two.', '</Note>']],
    ['MyST', 'a.md', ['```{note}', 'One.', '', 'Two.', '```']],
    ['shortcodes', 'a.md', ['{{< note >}}', 'One.', '', 'Two.', '{{< /note >}}']],
    ['alerts', 'a.md', ['> [!NOTE]', '> One.', '>', '> Two.']],
    ['quotes with a label', 'a.md', ['> **Note:** One.', '>', '> Two.']],
    ['MDC', 'a.md', ['::note', 'One.', '', 'Two.', '::']],
  ])('admonitions written as %s become alerts of GitHub', (_name, path, lines) => {
    expect(convert(path, 'Before.', '', ...lines, '', 'After.')).toBe(`Before.\n\n${NOTE}\n\nAfter.\n`);
  });

  it.each([
    ['reStructuredText', 'a.rst', ['.. note::', '', '   One.', '', '   Two.']],
    ['AsciiDoc', 'a.adoc', ['[NOTE]', '====', 'One.', '', 'Two.', '====']],
    [
      'HTML',
      'a.html',
      ['<div class="admonition note"><p class="admonition-title">Note</p><p>One.</p><p>Two.</p></div>'],
    ],
  ])('admonitions written as %s become alerts of GitHub', (_name, path, lines) => {
    expect(convert(path, ...lines)).toBe('> [!NOTE]\n>\n> One.\n>\n> Two.\n');
  });

  it.each([
    ['a title', 'a.md', [':::warning[Read this]', 'One.', ':::'], '> [!WARNING]\n> **Read this**\n>\n> One.\n'],
    [
      'a name that GitHub does not have',
      'a.md',
      [':::danger', 'One.', ':::'],
      '> [!CAUTION]\n> **Danger**\n>\n> One.\n',
    ],
    ['a title', 'a.rst', ['.. admonition:: Read this', '', '   One.'], '> [!NOTE]\n>\n> **Read this**\n>\n> One.\n'],
    ['a name', 'a.rst', ['.. seealso:: One.'], '> [!NOTE]\n>\n> **See also**\n>\n> One.\n'],
    ['a title', 'a.adoc', ['.Read this', 'TIP: One.'], '> [!TIP]\n>\n> **Read this**\n>\n> One.\n'],
    ['an alert in a list of AsciiDoc', 'a.adoc', ['* A', '+', 'NOTE: One.'], '- A\n\n  > [!NOTE]\n  >\n  > One.\n'],
    ['an alert in a table', 'a.adoc', ['|===', 'a|NOTE: One.', '|==='], '| |\n| --- |\n| **Note:** One. |\n'],
    [
      'an alert in a table',
      'a.rst',
      ['=== ===', 'A   B', '=== ===', 'x   .. note:: One.', '=== ==='],
      '| A | B |\n| --- | --- |\n| x | **Note:** One. |\n',
    ],
    ['a component on one line', 'a.mdx', ['<Tip>One.</Tip>'], '> [!TIP]\n> One.\n'],
    ['an alert in a list', 'a.md', ['- A', '  :::note', '  One.', '  :::'], '- A\n\n  > [!NOTE]\n  > One.\n'],
    [
      'an alert in an alert',
      'a.md',
      ['::::note', 'One.', ':::tip', 'Two.', ':::', '::::'],
      '> [!NOTE]\n> One.\n>\n> > [!TIP]\n> > Two.\n',
    ],
    [
      'code',
      'a.md',
      ['!!! tip', '    ```py', '    a', '', '', '    b', '    ```', 'After.'],
      '> [!TIP]\n> ```py\n> a\n>\n>\n> b\n> ```\n\nAfter.\n',
    ],
  ])('an admonition with %s becomes an alert of GitHub (%s)', (_name, path, lines, markdown) => {
    expect(convert(path, ...lines)).toBe(markdown);
  });

  it('containers with other labels and text that starts with bold words do not become alerts', () => {
    const text = '**Note** the order.\n\n> **Plan:** one.\n';
    expect(convert('a.md', text)).toBe(text);
    expect(convert('a.md', '=== "Linux"', '', '    One.')).toBe('**Linux**\n\nOne.\n');
  });
});

describe('a converted page', () => {
  it('a converted page has no front matter, and no heading that repeats its title', () => {
    expect(convertPage({ path: 'a.md', text: '---\ntitle: A\ndescription: B\n---\n\n# A\n\nOne.\n' })).toMatchObject({
      title: 'A',
      description: 'B',
      markdown: 'One.\n',
      headings: [],
    });
    expect(convertPage({ path: 'a.md', text: '---\ntitle: A\n---\n\n# Other\n\nOne.\n' })).toMatchObject({
      title: 'Other',
      label: 'A',
      markdown: 'One.\n',
    });
  });

  it.each([
    ['```js title="a.js" {1,3}', '**a.js**\n\n```js'],
    ['```json Options in docs.json', '**Options in docs.json**\n\n```json'],
    ['```rust,ignore', '```rust'],
    ['```ts twoslash', '```ts'],
    ['```js', '```js'],
    ['```', '```'],
  ])('a converted page shows the title of the code block %s', (opening, written) => {
    expect(convert('a.md', opening, 'x', '```')).toBe(`${written}\nx\n\`\`\`\n`);
  });

  it('the marker of a note inside an HTML element does not become a list', () => {
    expect(convert('a.md', '- A', '', '<small>* as of today</small>')).toBe('- A\n\n\\* as of today\n');
  });

  it('the title of a component is separated from its text', () => {
    expect(convert('a.mdx', '<Card title="A" href="/b">', '  One.', '</Card>')).toBe('[A](/b)\n\nOne.\n');
  });

  it('a heading gets the id that GitHub generates if its own id cannot be written in Markdown', () => {
    expect(convertPage({ path: 'a.md', text: 'A\n\n## B {#f(x)}\n\nC\n' })).toMatchObject({
      markdown: 'A\n\n## B\n\nC\n',
      headings: [{ text: 'B', id: 'b' }],
    });
  });

  it('a converted page keeps headings without text below them, and ids that GitHub would not create', () => {
    const text = '# A\n\n## B\n\n## B\n\n## C { #own }\n\nOne\n\nTwo lines\n---\n\nEnd\n';
    expect(convertPage({ path: 'a.md', text })).toMatchObject({
      markdown: '## B\n\n## B\n\n## C {#own}\n\nOne\n\nTwo lines\n---\n\nEnd\n',
      headings: [
        { text: 'B', id: 'b' },
        { text: 'B', id: 'b-1' },
        { text: 'C', id: 'own' },
        { text: 'Two lines', id: 'two-lines' },
      ],
    });
  });

  it.each([
    ['a.md', '---\ncontext: false\n---\n\nA', 'its front matter sets "context: false"'],
    ['a.md', '---\ndraft: true\n---\n\nA', 'it is a draft'],
    ['a.exe', 'A', 'its format is not supported'],
  ])('the page %s is skipped or converted as expected', (path, text, skipped) => {
    expect(convertPage({ path, text }).skipped).toBe(skipped);
  });
});

// If the conversion took quadratic time, these tests would run for minutes.
it.each([
  ...sampleCases(HOSTILE_DOCUMENTS, 20),
  [
    'nested admonitions',
    () => Array.from({ length: 400 }, (_, depth) => `${' '.repeat(4 * depth)}!!! note`).join('\n\n'),
  ],
  ['nested directives', () => `${':::note\n'.repeat(20_000)}a\n${':::\n'.repeat(20_000)}`],
  ['many admonitions', () => ':::note\na\n:::\n\n'.repeat(20_000)],
  ['labels in quotes', () => '> **Note:** a\n\n'.repeat(20_000)],
  ['code blocks with titles', () => '```js a b\n```\n'.repeat(20_000)],
] as readonly (readonly [string, () => string])[])('converts a hostile document: %s', (_name, write) => {
  const text = write();
  for (const path of ['a.md', 'a.mdx'])
    expect(convertPage({ path, text }).markdown.length).toBeLessThan(20 * text.length + 1_000);
});
