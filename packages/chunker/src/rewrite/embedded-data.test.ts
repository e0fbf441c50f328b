import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';
import { getBody } from '../item-problems.fixture.ts';

/** Returns pseudorandom bytes that are the same in every run. */
function bytes(length: number): Buffer {
  const parts: Buffer[] = [];
  for (let size = 0; size < length; size += 32) parts.push(createHash('sha256').update(String(size)).digest());
  return Buffer.concat(parts).subarray(0, length);
}

const BLOB = bytes(75_000).toString('base64');
const PNG = `data:image/png;base64,${BLOB}`;
const wrap = (width: number) => (BLOB.slice(0, 1_000).match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\n');

const getText = (text: string, path = 'a.md') => {
  const { items } = chunk({ path, text });
  return items.map(({ content }) => getBody(content)).join('\n\n');
};

describe('images with data URLs', () => {
  it.each([
    ['part of a paragraph', `Before ![a plot](${PNG}) after.`, 'Before a plot after.'],
    ['followed by a title', `Before ![a plot](${PNG} "Plot") after.`, 'Before a plot after.'],
    ['enclosed in angle brackets', `Before ![a plot](<${PNG}>) after.`, 'Before a plot after.'],
    ['without an alternative text', `Before\n\n![](${PNG})\n\nafter.`, 'Before\n\nafter.'],
    ['inside a link', `[![a plot](${PNG})](https://example.com)`, '[a plot](https://example.com)'],
    ['a reference', `See ![a plot][image1].\n\n[image1]: <${PNG}>`, 'See a plot.'],
    ['an HTML tag', `Before\n\n<img alt="a plot" src="${PNG}" width="10">\n\nafter.`, 'Before\n\na plot\n\nafter.'],
    ['an SVG image', `![a plot](data:image/svg+xml,%3Csvg%20xmlns=%22x%22%3E%3C/svg%3E) here`, 'a plot here'],
    ['inside a table', `| a |\n| --- |\n| ![a plot](${PNG}) |`, '| a |\n| --- |\n| a plot |'],
  ])('replaces an image that has a data URL with its alternative text if the image is %s', (_, text, expected) => {
    expect(getText(`# T\n\n${text}`)).toBe(`# T\n\n${expected}`);
  });

  it.each([
    ['mdx', `# T\n\nBefore ![a plot](${PNG}) after.`],
    ['rst', `T\n=\n\nBefore\n\n.. image:: ${PNG}\n   :alt: a plot\n\nafter.`],
    ['adoc', `= T\n\nBefore image:${PNG}[a plot] after.`],
    ['html', `<h1>T</h1><p>Before <img alt="a plot" src="${PNG}"> after.</p>`],
    ['ipynb', JSON.stringify({ cells: [{ cell_type: 'markdown', source: `# T\n\nBefore ![a plot](${PNG}) after.` }] })],
  ])('replaces an image that has a data URL with its alternative text in the format %s', (extension, text) => {
    const { items } = chunk({ path: `a.${extension}`, text });
    expect(items).toHaveLength(1);
    const content = items[0]?.content ?? '';
    expect(content).toMatch(/Before.*a plot.*after\./s);
    expect(content).not.toContain(BLOB.slice(20, 60));
  });

  it('omits the data of an image in the output of a notebook', () => {
    const output = { output_type: 'display_data', data: { 'text/html': `<p>Chart</p><img src="${PNG}">` } };
    const cell = { cell_type: 'code', source: 'plot()', outputs: [output] };
    const text = getText(JSON.stringify({ cells: [cell] }), 'a.ipynb');
    expect(text).toContain('Chart');
    expect(text).not.toMatch(/[A-Za-z0-9+/]{100}/);
  });
});

describe('embedded data in text', () => {
  it.each([
    [
      'a data URL in code',
      `\`\`\`css\na { background: url(${PNG}); }\n\`\`\``,
      'a { background: url(data:image/png;base64,…); }',
    ],
    ['base64 in a paragraph', `Key: ${BLOB.slice(0, 2_000)} end`, `Key: ${BLOB.slice(0, 16)}… end`],
    ['wrapped base64', `\`\`\`\n${wrap(64)}\n\`\`\``, `${BLOB.slice(0, 16)}…`],
    ['hexadecimal digits', `Hash ${bytes(300).toString('hex')} end`, `Hash ${bytes(8).toString('hex')}… end`],
  ])('truncates embedded data: %s', (_, text, expected) => {
    const shown = getText(`# T\n\n${text}`);
    expect(shown).toContain(expected);
    expect(shown).not.toMatch(/[A-Za-z0-9+/]{50}/);
  });

  it.each([
    ['a short data URL in code', '```js\nconst icon = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";\n```'],
    ['a data URL as an example', 'Write `data:text/plain,hello` instead.'],
    ['a sentence that contains "data:"', 'The data: it is here, and metadata:text/plain,too.'],
    ['a hash', `\`\`\`\n${bytes(64).toString('hex')}\n\`\`\``],
    [
      'a private key, which causes a warning instead',
      `\`\`\`\n-----BEGIN RSA PRIVATE KEY-----\n${wrap(64)}\n-----END RSA PRIVATE KEY-----\n\`\`\``,
    ],
    ['a long word', `Say ${'a'.repeat(400)} and ${'Donaudampfschiff'.repeat(30)}.`],
    ['encoded data in a URL', `See [the playground](https://example.com/?code=${BLOB.slice(0, 400)}) now.`],
    ['a long path', `See ${'/Users/Someone/Documents/Projects'.repeat(10)}/file.`],
  ])('does not truncate %s', (_, text) => {
    expect(getText(`# T\n\n${text}`)).toBe(`# T\n\n${text}`);
  });

  it('keeps line numbers when embedded data is truncated', () => {
    const { items } = chunk({ path: 'a.md', text: `# T\n\n${wrap(64)}\n\n## S\n\ntext` });
    expect(items.at(-1)?.lines).toEqual([1, `# T\n\n${wrap(64)}\n\n## S\n\ntext`.split('\n').length]);
  });
});
