import {
  extractOpenapiTexts,
  extractRstWords,
  measureLostLetters,
  measureLostTexts,
} from '@context-sync/reading/text-loss';
import { describe, expect, it } from 'vitest';
import { chunk } from './chunk.ts';

const MAX_LOST_RATIO = 0.005;

const RST = `Sending
=======

.. _keys:

.. module:: courier

A message goes out with :func:\`~courier.send\`. It needs a key, see \`the console <https://a.b>\`_.

.. note:: Keys come in two kinds:

   * test keys, which send nothing, and
   * live keys::

       COURIER_KEY=live

.. class:: Client(key)
   :no-index:

   A client of the service.

   .. method:: send(text)

      Sends a text.

      :param text: What is sent.

      .. versionadded:: 2.1
         It returns a receipt.

Text after the class.

.. list-table::
   :header-rows: 1

   * - Plan
     - Messages
   * - free
     - sixty

Term
  Its definition.

.. [1] A footnote.

.. This is a comment that no one reads.
`;

describe('the items of a document', () => {
  /** Returns the contents of the items without the first line, which names the sections. If `withNames` is true, includes the first line. */
  const getContent = (path: string, text: string, withNames = false) =>
    chunk({ path, text }, { targetSize: 200 })
      .items.map(({ content }) => (withNames ? content : content.slice(content.indexOf('\n'))))
      .join('\n');

  it('keeps all words of a reStructuredText page', () => {
    const { letters, words } = measureLostLetters(extractRstWords(RST), getContent('a.rst', RST));
    expect(letters).toBeGreaterThan(200);
    expect(words).toEqual([]);
  });

  it('keeps all texts of an OpenAPI document, including schemas that are too large for an operation', () => {
    const field = (n: number, inner?: object) => ({
      type: 'string',
      description: `Field ${'abcdefghij'.charAt(n % 10)} is about ${'words '.repeat(n % 30)}end.`,
      ...inner,
    });
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, field(n)]));
    const nest = (depth: number): object =>
      depth === 0
        ? field(1)
        : { type: 'object', description: `Level ${'x'.repeat(depth)}.`, properties: { deeper: nest(depth - 1) } };
    const schemas = {
      Large: {
        type: 'object',
        description: 'A large one.',
        properties: {
          ...fields(300),
          nested: nest(7),
          owner: { allOf: [{ $ref: '#/components/schemas/Owner' }, { description: 'Who made it.' }] },
        },
      },
      Owner: {
        type: 'object',
        description: 'Someone with an account.',
        properties: { name: { type: 'string', description: 'The full name.' } },
      },
    };
    const response = {
      description: 'OK then.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Large' } } },
    };
    const text = JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'T', version: '1', description: 'About it.' },
      paths: { '/a': { get: { summary: 'Get it', responses: { 200: response } } } },
      components: { schemas },
    });
    const { letters, lost, words } = measureLostTexts(
      extractOpenapiTexts(JSON.parse(text)),
      getContent('a.json', text, true),
    );
    expect(words.slice(0, 5)).toEqual([]);
    expect(lost / letters).toBeLessThanOrEqual(MAX_LOST_RATIO);
  });

  it('keeps all details of a value besides its type in an OpenAPI document', () => {
    // The schemas are shortened from the OpenAPI documents of Box (Apache-2.0) and Qdrant (Apache-2.0).
    const schemas = {
      WriteOrdering: {
        description: 'Defines write ordering guarantees.\n\n* `weak` - write operations may be reordered',
        type: 'string',
        enum: ['weak', 'strong'],
      },
      VectorsConfigDiff: {
        description: 'Vector update params for multiple vectors',
        type: 'object',
        additionalProperties: { $ref: '#/components/schemas/VectorParamsDiff' },
      },
      VectorParamsDiff: {
        type: 'object',
        properties: { on_disk: { type: 'boolean', description: 'Deprecated here.' } },
      },
      Folder: {
        type: 'object',
        properties: {
          destination: {
            allOf: [
              { type: 'object', description: 'A folder reference.', properties: { id: { type: 'string' } } },
              { description: 'Destination folder for the generated files.' },
            ],
          },
          restrictions: { type: 'array', items: { type: 'string', description: 'The collaboration restriction.' } },
          vectors: { anyOf: [{ $ref: '#/components/schemas/VectorsConfigDiff' }, { nullable: true }] },
        },
      },
    };
    const parameter = { name: 'ordering', in: 'query', description: 'define ordering guarantees' };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Folder' } } };
    const operation = {
      parameters: [{ ...parameter, schema: { $ref: '#/components/schemas/WriteOrdering' } }],
      responses: { 200: { description: 'OK then.', content } },
    };
    const api = {
      openapi: '3.0.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': { get: operation } },
      components: { schemas },
    };
    const { words } = measureLostTexts(extractOpenapiTexts(api), getContent('a.json', JSON.stringify(api), true));
    expect(words).toEqual([]);
  });
});
