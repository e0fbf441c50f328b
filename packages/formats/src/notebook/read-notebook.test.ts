import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readNotebook } from './read-notebook.ts';

const PYTHON = { kernelspec: { name: 'python3', language: 'python' }, language_info: { name: 'python' } };

interface Options {
  readonly outputs?: readonly unknown[];
  readonly metadata?: unknown;
  readonly attachments?: unknown;
}

function cell(cell_type: string, source: string | string[], options: Options = {}) {
  return { cell_type, metadata: {}, source, ...options };
}

function notebook(cells: readonly unknown[], metadata: unknown = PYTHON): string {
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, undefined, 1);
}

function getMarkdown(...cells: unknown[]): string {
  return readNotebook(notebook(cells)).markdown;
}

describe('notebook cells', () => {
  it('keeps Markdown cells unchanged', () => {
    expect(getMarkdown(cell('markdown', ['# Title\n', '\n', '* a\n', '  <b>b</b>']), cell('markdown', 'Text.'))).toBe(
      '# Title\n\n* a\n  <b>b</b>\n\nText.',
    );
  });

  it('converts MyST in Markdown cells', () => {
    expect(getMarkdown(cell('markdown', '```{tip}\n:class: dropdown\nSee {ref}`a <b>`.\n```'))).toBe(
      '\n:::{tip}\nSee a.\n:::',
    );
  });

  it('removes images that are stored in Markdown cells', () => {
    const source = 'See ![the plan](attachment:a.png) and ![](attachment:b.png)![c](c.png)';
    expect(getMarkdown(cell('markdown', source, { attachments: { 'a.png': { 'image/png': 'AAAA' } } }))).toBe(
      'See the plan and ![c](c.png)',
    );
  });

  it.each([
    ['an unclosed fence', '```js\nx', '```js\nx\n```\n\nNext.'],
    ['an unclosed fence with a longer mark', '~~~~\n~~~\nx', '~~~~\n~~~\nx\n~~~~\n\nNext.'],
    ['an unclosed fence in a list item', '- a\n  ```\n  x', '- a\n  ```\n  x\n  ```\n\nNext.'],
    ['an unclosed comment', '<!-- a\n\nb', '<!-- a\n\nb\n-->\n\nNext.'],
    ['closed fences', '```\nx\n```', '```\nx\n```\n\nNext.'],
    ['inline code', '``` x ``` y', '``` x ``` y\n\nNext.'],
  ])('separates a Markdown cell from the next cell after %s', (_, source, markdown) => {
    expect(getMarkdown(cell('markdown', source), cell('markdown', 'Next.'))).toBe(markdown);
  });

  it('converts code cells to fences in the language of the kernel', () => {
    expect(
      getMarkdown(cell('code', ['import a\n', '\n', 'a.b()\n']), cell('code', '  '), cell('code', 'x = """\n```\n"""')),
    ).toBe('```python\nimport a\n\na.b()\n```\n\n````python\nx = """\n```\n"""\n````');
  });

  it.each([
    [{ language_info: { name: 'julia' } }, 'julia'],
    [{ kernelspec: { language: 'R' } }, 'r'],
    [{ kernelspec: { name: 'python2' } }, 'python'],
    [{ language_info: { name: 'C++17' } }, 'c++17'],
    [{ language_info: { name: 'a b\n```' } }, ''],
    [{}, ''],
    [null, ''],
    ['x', ''],
  ])('returns the language for the notebook metadata %j: %j', (metadata, language) => {
    expect(readNotebook(notebook([cell('code', 'x')], metadata)).markdown).toBe(`\`\`\`${language}\nx\n\`\`\``);
  });

  it.each([
    ['%%bash\nls', 'bash'],
    ['%%js\nx', 'javascript'],
    ['%%time\nx', 'python'],
    ['%matplotlib inline', 'python'],
    ['%%constructor\nx', 'python'],
  ])('returns the language for a code cell that begins with %j: %s', (source, language) => {
    expect(getMarkdown(cell('code', source))).toBe(`\`\`\`${language}\n${source}\n\`\`\``);
  });

  it('treats raw cells as plain text', () => {
    expect(getMarkdown(cell('markdown', 'a'), cell('raw', ['# not a *heading*\n', '\n', '    code']))).toBe(
      'a\n\n\\# not a \\*heading\\*\n\n```\ncode\n```',
    );
  });

  it.each([
    ['remove-cell', ''],
    ['remove-input', 'Output:\n\n```text\no\n```'],
    ['remove-output', '```python\nx\n```'],
    ['other', '```python\nx\n```\n\nOutput:\n\n```text\no\n```'],
  ])('respects the cell tag %s', (tag, markdown) => {
    const outputs = [{ output_type: 'stream', name: 'stdout', text: 'o\n' }];
    expect(getMarkdown(cell('code', 'x', { metadata: { tags: [tag] }, outputs }))).toBe(markdown);
  });
});

describe('notebook outputs', () => {
  const data = (formats: Record<string, unknown>) => ({ output_type: 'display_data', metadata: {}, data: formats });
  it.each([
    ['streams', [{ output_type: 'stream', name: 'stdout', text: ['a\n', 'b\n'] }], '```text\na\nb\n```'],
    [
      'consecutive stream outputs',
      [
        { output_type: 'stream', name: 'stdout', text: 'a' },
        { output_type: 'stream', name: 'stdout', text: 'b\n' },
        { output_type: 'stream', name: 'stderr', text: 'c' },
      ],
      '```text\nab\n```\n\nOutput:\n\n```text\nc\n```',
    ],
    [
      'colors',
      [{ output_type: 'stream', text: '\u001b[1;31mred\u001b[0m \u001b]8;;x\u0007link\u001b[K' }],
      '```text\nred link\n```',
    ],
    ['progress bars', [{ output_type: 'stream', text: ' 0%\r50%\r100%\r\ndone\u0000\b' }], '```text\n100%\ndone\n```'],
    ['plain text', [data({ 'text/plain': ['  a\n', '0 1'] })], '```text\n  a\n0 1\n```'],
    ['fences', [data({ 'text/plain': '```\nx' })], '````text\n```\nx\n````'],
    ['plain text before HTML', [data({ 'text/html': '<p>b', 'text/plain': 'a' })], '```text\na\n```'],
    ['unclosed Markdown', [data({ 'text/markdown': ['**a**\n'], 'text/plain': 'b' })], '**a**'],
    ['Markdown without an end', [data({ 'text/markdown': '```\na' })], '```\na\n```'],
    [
      'only HTML',
      [data({ 'text/html': '<h2>A</h2><table><tr><th>b<th>c<tr><td>1<td>2</table>' })],
      '**A**\n\n| b | c |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'HTML with a placeholder as plain text',
      [data({ 'text/html': '<p>1 &lt; 2', 'text/plain': '<IPython.core.display.HTML object>' })],
      '1 < 2',
    ],
    ['only formulas', [data({ 'text/latex': '$x^2$' })], '```text\n$x^2$\n```'],
    [
      'errors',
      [{ output_type: 'error', ename: 'KeyError', evalue: "\u001b[31m'x'", traceback: ['t'] }],
      "```text\nKeyError: 'x'\n```",
    ],
  ])('renders notebook outputs: %s', (_, outputs, markdown) => {
    expect(getMarkdown(cell('code', '', { outputs }))).toBe(`Output:\n\n${markdown}`);
  });

  it.each([
    ['images', data({ 'image/png': 'iVBORw0KGgo', 'text/plain': '<Figure size 640x480 with 1 Axes>' })],
    ['drawings', data({ 'image/svg+xml': ['<svg>'] })],
    [
      'widgets',
      data({ 'application/vnd.jupyter.widget-view+json': { model_id: 'x' }, 'text/plain': 'IntSlider(value=0)' }),
    ],
    ['scripts', data({ 'text/html': '<script>alert(1)</script>', 'application/javascript': 'alert(1)' })],
    ['empty text', { output_type: 'stream', text: ' \n' }],
    ['unknown types', { output_type: 'constructor', text: 'x' }],
    ['invalid values', 'x'],
  ])('excludes notebook outputs: %s', (_, output) => {
    expect(getMarkdown(cell('code', 'x', { outputs: [output] }))).toBe('```python\nx\n```');
  });

  it('truncates long notebook outputs in the middle', () => {
    const text = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
    const { markdown } = readNotebook(notebook([cell('code', '', { outputs: [{ output_type: 'stream', text }] })]));
    expect(markdown.length).toBeLessThan(2_100);
    const lines = markdown.split('\n');
    const note = lines.findIndex((line) => line.startsWith('…'));
    expect(lines.slice(note - 1, note + 2)).toEqual(['line 166', '… 267 more lines omitted', 'line 434']);
    expect(lines.slice(-2)).toEqual(['line 499', '```']);
  });

  it('truncates a long notebook output within its first line if that line is long', () => {
    const outputs = [{ output_type: 'stream', text: `x${'😀'.repeat(2_000)}\ny` }];
    expect(getMarkdown(cell('code', '', { outputs }))).toBe(
      `Output:\n\n\`\`\`text\nx${'😀'.repeat(999)}\n… 2002 more characters and 1 more line omitted\n\`\`\``,
    );
  });

  it('truncates notebook outputs after complete table rows', () => {
    const rows = '<tr><td>aaaaaaaaaa<td>bbbbbbbbbb'.repeat(100);
    const outputs = [data({ 'text/html': `<table><tr><th>a<th>b${rows}</table>` })];
    expect(
      getMarkdown(cell('code', '', { outputs }))
        .split('\n')
        .slice(-3),
    ).toEqual(['| aaaaaaaaaa | bbbbbbbbbb |', '', '… 30 more lines omitted']);
  });
});

describe('text in notebook cells', () => {
  it.each([
    [
      'options',
      '<hfoptions id="usage">\n<hfoption id="Pipeline">\n\na\n\n</hfoption>\n</hfoptions>',
      '\n**Pipeline**\n\na\n\n\n',
    ],
    ['boxes', '<div class="alert">\n<center>a <font color="red">b</font></center>\n</div>', '\na b\n'],
    ['images', '<img src="a.png" width=20 alt="A plot">', '![A plot](a.png)'],
    ['code', '```html\n<div>\n```\n\n`<div>`', '```html\n<div>\n```\n\n`<div>`'],
  ])('removes tags that only lay out a notebook cell: %s', (_name, text, expected) => {
    expect(getMarkdown(cell('markdown', text))).toBe(expected);
  });
});

describe('readNotebook', () => {
  it('returns the notebook line of each Markdown line', () => {
    const text = notebook([
      cell('markdown', ['# "cell_type": "code"\n', '\n', 'Text.']),
      cell('code', ['a\n', 'b'], { outputs: [{ output_type: 'stream', text: ['"source": [\n', 'o'] }] }),
      cell('markdown', 'one\nline'),
      cell('markdown', ['half', ' line\n', 'last']),
    ]);
    const lines = text.split('\n');
    const findLine = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
    const { markdown, lines: from } = readNotebook(text);
    expect(markdown.split('\n').map((line, index) => [line, from?.[index]])).toEqual([
      ['# "cell_type": "code"', findLine('# \\"cell')],
      ['', findLine('# \\"cell') + 1],
      ['Text.', findLine('"Text."')],
      ['', findLine('"Text."')],
      ['```python', findLine('"a\\n"')],
      ['a', findLine('"a\\n"')],
      ['b', findLine('"b"')],
      ['```', findLine('"b"')],
      ['', findLine('"b"')],
      ['Output:', findLine('"b"')],
      ['', findLine('"b"')],
      ['```text', findLine('"b"')],
      ['"source": [', findLine('"b"')],
      ['o', findLine('"b"')],
      ['```', findLine('"b"')],
      ['', findLine('"b"')],
      ['one', findLine('one\\nline')],
      ['line', findLine('one\\nline')],
      ['', findLine('one\\nline')],
      ['half line', findLine('"half"')],
      ['last', findLine('"last"')],
    ]);
  });

  it.each([
    ['the title from the metadata', notebook([cell('markdown', 'x')], { title: 'A' }), 'A'],
    ['no title without metadata', notebook([cell('markdown', 'x')]), undefined],
  ])('returns for a notebook %s', (_, text, title) => {
    const reading = readNotebook(text);
    expect(reading.title).toBe(title);
    expect(reading.markdown).toBe('x');
  });

  it.each([
    ['a raw first cell', [cell('raw', ['---\n', 'title: B\n', '---'])], 3],
    ['a Markdown first cell', [cell('markdown', '+++\ntitle = "B"\n+++\n\n# C')], 3],
    ['a code cell', [cell('code', '---\ntitle: B\n---')], 0],
    ['a later cell', [cell('markdown', 'x'), cell('raw', '---\ntitle: B\n---')], 0],
    ['a cell that is only a thematic break', [cell('markdown', '---\n\nNote: A'), cell('markdown', '---')], 0],
  ])('looks for front matter at the start of %s', (_, cells, headLines) => {
    expect(readNotebook(notebook(cells)).headLines).toBe(headLines);
  });

  it('reads notebooks of format version 3', () => {
    const text = JSON.stringify({
      nbformat: 3,
      metadata: { name: 'old' },
      worksheets: [
        {
          cells: [
            { cell_type: 'heading', level: 2, source: ['Old\n', 'title'] },
            {
              cell_type: 'code',
              language: 'python',
              input: ['print(1)'],
              outputs: [
                { output_type: 'stream', stream: 'stdout', text: ['1\n'] },
                { output_type: 'pyout', text: ['2'], png: 'AAAA' },
                { output_type: 'pyerr', ename: 'E', evalue: 'v' },
              ],
            },
          ],
        },
        { cells: [{ cell_type: 'markdown', source: 'End.' }] },
        {},
      ],
    });
    expect(readNotebook(text).markdown).toBe(
      '## Old title\n\n```python\nprint(1)\n```\n\nOutput:\n\n```text\n1\n```\n\nOutput:\n\n```text\n2\n```\n\nOutput:\n\n```text\nE: v\n```\n\nEnd.',
    );
  });

  it.each([
    ['', 'it is not valid JSON: Unexpected end of JSON input'],
    ['{"cells": [', /^it is not valid JSON: /],
    ['[]', 'it is not a notebook: it contains no cells'],
    ['null', 'it is not a notebook: it contains no cells'],
    ['{"cells": 1}', 'it is not a notebook: it contains no cells'],
    ['{"cells": []}', 'it has no text'],
    ['{"worksheets": [1]}', 'it has no text'],
    [
      '{"cells": [1, null, "a", {}, {"cell_type": 1, "source": {"a": 1}}, {"cell_type": "code", "source": [1], "outputs": [1, {}]}]}',
      'it has no text',
    ],
  ])('skips the notebook %j', (text, reason) => {
    const reading = readNotebook(text);
    expect(reading.markdown).toBe('');
    expect(reading.skipped).toMatch(reason);
  });
});

describe('hostile notebooks', () => {
  const size = selectByTier(10_000, 100_000);
  it.each([
    ['2 MB in one cell', notebook([cell('markdown', 'W'.repeat(2_000_000))])],
    [
      '2 MB on one line of output',
      notebook([cell('code', 'W', { outputs: [{ output_type: 'stream', text: 'x'.repeat(2_000_000) }] })]),
    ],
    ['many cells', notebook(Array.from({ length: 20_000 }, () => cell('markdown', ['W\n', 'W'])))],
    [
      'many lines',
      notebook([
        cell(
          'code',
          Array.from({ length: size }, () => 'W\n'),
        ),
      ]),
    ],
    [
      'many strings in one line',
      notebook([
        cell(
          'code',
          Array.from({ length: size }, () => 'W'),
        ),
      ]),
    ],
    [
      'many outputs',
      notebook([
        cell('code', 'W', { outputs: Array.from({ length: size }, () => ({ output_type: 'stream', text: '\r' })) }),
      ]),
    ],
    ['backslashes', notebook([cell('markdown', `W${'\\'.repeat(500_000)}`), cell('markdown', '\\"'.repeat(size))])],
    [
      'control sequences',
      notebook([cell('code', 'W', { outputs: [{ output_type: 'stream', text: '\u001b[\u001b]'.repeat(size) }] })]),
    ],
    ['attachments', notebook([cell('markdown', 'W![](attachment:'.repeat(20_000))])],
    ['fences', notebook([cell('markdown', 'W\n```\n'.repeat(size))])],
    [
      'nested metadata',
      `{"cells":[{"cell_type":"markdown","source":"W","metadata":${'{"source":'.repeat(2_000)}"x"${'}'.repeat(2_000)}}]}`,
    ],
    [
      'nested HTML',
      notebook([
        cell('code', 'W', { outputs: [{ output_type: 'display_data', data: { 'text/html': '<div>'.repeat(size) } }] }),
      ]),
    ],
    [
      'half characters',
      notebook([
        cell('markdown', 'W\ud800'),
        cell('code', '\udc00', { outputs: [{ output_type: 'stream', text: '\ud800' }] }),
      ]),
    ],
  ])('keeps the text of a hostile notebook: %s', (_, text) => {
    const reading = readNotebook(text);
    expect(reading.skipped).toBeUndefined();
    expect(reading.markdown.isWellFormed()).toBe(true);
    expect(reading.lines).toHaveLength(reading.markdown.split('\n').length);
    expect(reading.markdown.split('W').length).toBe(text.split('W').length);
  });

  it('skips notebooks that are nested too deeply to be parsed', () => {
    expect(readNotebook(`{"cells":${'['.repeat(size)}`).skipped).toMatch(/^it is not valid JSON/);
    expect(readNotebook(`{"cells":[${'['.repeat(size)}${']'.repeat(size)}]}`).skipped).toBe('it has no text');
  });
});
