import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

const text = (words: string, count: number) => `${`${words} `.repeat(count).trim()}.`;
const indent = (rst: string, by: number) =>
  rst
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(by) + line))
    .join('\n');

const SEND = `.. method:: send(order)

   ${text('Sends the order to the shop', 50)}

   .. versionchanged:: 2.0
      Retries by itself.`;
const CLOSE = `.. method:: close()

   ${text('Closes the connection for good', 50)}`;
const PAGE = `API
===

Clients
-------

.. class:: Client(key)

   ${text('A client of the shop', 60)}

${indent(SEND, 3)}

${indent(CLOSE, 3)}

${text('The section continues after the class', 40)}

Errors
------

${text('Errors have codes', 60)}
`;

describe('reStructuredText API reference', () => {
  const { items } = chunk(
    { path: 'docs/api.rst', text: PAGE },
    { targetSize: 1_500, address: { repositoryUrl: 'https://x.y/' } },
  );
  const itemWith = (words: string) => items.find(({ content }) => content.includes(words));

  it('items of an API reference are named after the signature that they describe', () => {
    expect(itemWith('Sends the order')?.title).toBe('API › Clients › class Client(key) › send(order)');
    expect(itemWith('Closes the connection')?.title).toBe('API › Clients › class Client(key) › close()');
    expect(itemWith('Sends the order')?.content).toMatch(/Source: .*#Client\.send$/);
  });

  it('keeps version notes in the item of the object that they describe', () => {
    expect(itemWith('Retries by itself')).toBe(itemWith('Sends the order'));
  });

  it('assigns the text after an object description to the surrounding section', () => {
    const after = itemWith('The section continues');
    expect(after?.title).toBe('API › Clients');
    expect(after?.content).toMatch(/^API › Clients\n\nThe section continues/);
    expect(after?.content).toMatch(/Source: .*#clients$/);
    expect(itemWith('Closes the connection')?.content).not.toContain('***');
    expect(itemWith('Errors have codes')?.title).toBe('API › Errors');
  });

  it('creates unique keys for all items of an API reference', () => {
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  });
});

describe('reStructuredText page title', () => {
  it.each([
    ['the only top section', 'Guide\n=====\n\nText one.\n\nPart\n----\n\nText two.', 'docs/x.rst', 'Guide'],
    [
      'the title field, even if the page has several sections',
      `:Title: The Style Guide\n:Author: A. B.\n\nAbstract\n========\n\n${text('One', 300)}\n\nRationale\n=========\n\n${text('Two', 300)}`,
      'peps/pep-0008.rst',
      'The Style Guide',
    ],
    [
      'the file name if the page has several top sections',
      `Abstract\n========\n\n${text('One', 300)}\n\nRationale\n=========\n\n${text('Two', 300)}`,
      'peps/pep-0008.rst',
      'pep 0008',
    ],
  ])('the title of a reStructuredText page is %s', (_name, rst, path, title) => {
    const [first] = chunk({ path, text: rst }).items.map((item) => item.title.split(' › ')[0]);
    expect(first).toBe(title);
  });
});
