import { HEAD, json, NAME, ok, operation, type ReaderRow, ref } from './reader-row.fixture.ts';

/** Creates an OpenAPI document in which `GET /a` returns a schema. */
function createResponseRow(
  schema: object,
  schemas: object,
  seenValues: readonly string[],
  more: Omit<Partial<ReaderRow>, 'operations'> & { readonly root?: object } = {},
): ReaderRow {
  const { root, ...row } = more;
  return {
    document: { ...HEAD, ...root, paths: { '/a': { get: { responses: ok(schema) } } }, components: { schemas } },
    operations: [operation('GET /a', { statuses: ['200'], schemas: seenValues })],
    chunker: 'at most 7 characters',
    mcp: '"maxLength": 7',
    ...row,
  };
}

/** References of JSON Schema and OpenAPI, with different notations, positions and sibling properties. */
export const REFERENCE_ROWS: Readonly<Record<string, ReaderRow>> = {
  'a component': createResponseRow(ref('#/components/schemas/Pet'), { Pet: NAME }, ['Pet']),
  'an escaped slash': createResponseRow(ref('#/components/schemas/Offer~1Pricing'), { 'Offer/Pricing': NAME }, [
    'Offer/Pricing',
  ]),
  'an escaped tilde': createResponseRow(ref('#/components/schemas/a~0b'), { 'a~b': NAME }, ['a~b']),
  'percent-encoding': createResponseRow(ref('#/components/schemas/N%C3%A4me%20x'), { 'Näme x': NAME }, ['Näme x']),
  'an escape that is percent-encoded': createResponseRow(ref('#/components/schemas/a%7E1b'), { 'a/b': NAME }, ['a/b']),
  'a name with dots': createResponseRow(ref('#/components/schemas/com.example.Pet'), { 'com.example.Pet': NAME }, [
    'com.example.Pet',
  ]),
  'a reference to a reference': createResponseRow(
    ref('#/components/schemas/Alias'),
    { Alias: ref('#/components/schemas/Pet'), Pet: NAME },
    ['Alias'],
  ),
  'a part of a component': createResponseRow(
    ref('#/components/schemas/Pet/properties/owner'),
    { Pet: { properties: { owner: NAME } } },
    [],
  ),
  'an item of a list': createResponseRow(ref('#/components/schemas/Pet/allOf/0'), { Pet: { allOf: [NAME] } }, []),
  'definitions outside of the components': createResponseRow(ref('#/$defs/Pet'), {}, [], {
    root: { $defs: { Pet: NAME } },
    chunker: '`Pet`',
  }),
  'an anchor': createResponseRow(ref('#pet'), { Pet: { $anchor: 'pet', ...NAME } }, ['Pet']),
  'a dynamic anchor': createResponseRow({ $dynamicRef: '#pet' }, { Pet: { $dynamicAnchor: 'pet', ...NAME } }, ['Pet']),
  'an absolute id': createResponseRow(
    ref('https://example.com/schemas/pet'),
    { Pet: { $id: 'https://example.com/schemas/pet', ...NAME } },
    ['Pet'],
  ),
  'an id that is relative to the id around it': createResponseRow(
    ref('#/components/schemas/Pet'),
    {
      Pet: { $id: 'https://example.com/schemas/pet', type: 'object', properties: { owner: ref('owner') } },
      Owner: { $id: 'https://example.com/schemas/owner', ...NAME },
    },
    ['Owner', 'Pet'],
  ),
  'definitions within a schema with an id': createResponseRow(
    ref('#/components/schemas/Pet'),
    {
      Pet: {
        $id: 'https://example.com/pet',
        type: 'object',
        properties: { owner: ref('#/$defs/owner') },
        $defs: { owner: NAME },
      },
    },
    ['Pet'],
  ),
  'an anchor within a schema with an id': createResponseRow(
    ref('https://example.com/pet#owner'),
    { Pet: { $id: 'https://example.com/pet', $defs: { owner: { $anchor: 'owner', ...NAME } } } },
    [],
  ),
  'the address of the document itself': createResponseRow(
    ref('https://example.com/api.json#/components/schemas/Pet'),
    { Pet: NAME },
    ['Pet'],
    {
      root: { openapi: '3.2.0', $self: 'https://example.com/api.json' },
    },
  ),
  'a schema in a path': {
    document: {
      ...HEAD,
      paths: {
        '/a/{id}': { get: { responses: ok(ref('#/components/schemas/Offer~1Pricing')) } },
        '/a/{id}/b': {
          get: { responses: ok(ref('#/paths/~1a~1%7Bid%7D/get/responses/200/content/application~1json/schema')) },
        },
      },
      components: { schemas: { 'Offer/Pricing': NAME } },
    },
    operations: ['GET /a/{id}', 'GET /a/{id}/b'].map((name) =>
      operation(name, { statuses: ['200'], schemas: ['Offer/Pricing'] }),
    ),
  },
  'a description next to a reference': createResponseRow(
    { ...ref('#/components/schemas/Pet'), description: 'Own text.' },
    { Pet: { ...NAME, description: 'Its text.' } },
    ['Pet'],
    {
      chunker: 'Own text.',
      mcp: 'Own text.',
    },
  ),
  'keywords next to a reference that add to it': createResponseRow(
    { ...ref('#/$defs/Pet'), properties: { extra: { type: 'boolean' } } },
    {},
    [],
    { root: { $defs: { Pet: NAME } }, chunker: '`extra` (boolean)', mcp: '"allOf"' },
  ),
  'a recursive schema': createResponseRow(
    ref('#/components/schemas/Node'),
    { Node: { type: 'object', properties: { next: ref('#/components/schemas/Node'), ...NAME.properties } } },
    ['Node'],
    {
      mcp: 'Unresolved references: #/components/schemas/Node',
    },
  ),
  'schemas that refer to each other': createResponseRow(
    ref('#/components/schemas/A'),
    {
      A: { type: 'object', properties: { b: ref('#/components/schemas/B') } },
      B: { type: 'object', properties: { a: ref('#/components/schemas/A'), ...NAME.properties } },
    },
    ['A', 'B'],
  ),
  'a schema that is only a reference to itself': createResponseRow(
    ref('#/components/schemas/A'),
    { A: ref('#/components/schemas/A') },
    ['A'],
    { chunker: '`A`', mcp: 'Unresolved references: #/components/schemas/A' },
  ),
  'a missing schema': createResponseRow(ref('#/components/schemas/Gone'), { Pet: NAME }, [], {
    chunker: '`Gone`',
    mcp: 'Unresolved references: #/components/schemas/Gone',
    warnings: ['line 16: the reference "#/components/schemas/Gone" does not exist'],
  }),
  'another file': createResponseRow(ref('./pet.yaml#/Pet'), {}, [], {
    chunker: '[./pet.yaml#/Pet]',
    mcp: 'Unresolved references: ./pet.yaml#/Pet',
    warnings: [
      'line 16: the reference "./pet.yaml#/Pet" is to another file, which the service does not have: bundle the files into one document',
    ],
  }),
  'a reference in data': {
    document: {
      ...HEAD,
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'OK',
                content: {
                  'application/json': { example: ref('#/gone'), schema: { default: ref('#/gone'), type: 'object' } },
                },
              },
            },
          },
        },
      },
    },
    operations: [operation('GET /a', { statuses: ['200'] })],
    chunker: '"$ref": "#/gone"',
    mcp: '"$ref": "#/gone"',
  },
  'a property that is called $ref': createResponseRow(
    { type: 'object', properties: { $ref: { type: 'string', maxLength: 7 } } },
    {},
    [],
    { chunker: '`$ref`' },
  ),
  'a discriminator with names and references': createResponseRow(
    {
      oneOf: [ref('#/components/schemas/a~1Cat'), ref('#/components/schemas/Dog')],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/a~1Cat', dog: 'Dog' } },
    },
    { 'a/Cat': NAME, Dog: NAME },
    ['Dog', 'a/Cat'],
    { chunker: '`cat` for `a/Cat`, `dog` for `Dog`' },
  ),
  'all other components': {
    document: {
      ...HEAD,
      paths: {
        '/a': ref('#/components/pathItems/A'),
        '/b': {
          ...ref('#/components/pathItems/A'),
          post: {
            parameters: [
              ref('#/components/parameters/Q'),
              { ...ref('#/components/parameters/R'), description: 'Own text.' },
            ],
            requestBody: ref('#/components/requestBodies/B'),
            responses: { 200: ref('#/components/responses/R') },
          },
        },
      },
      components: {
        pathItems: { A: { get: { responses: { 204: { description: 'Done' } } } } },
        parameters: {
          P: {
            name: 'q',
            in: 'query',
            schema: ref('#/components/schemas/Q'),
            examples: { one: ref('#/components/examples/E') },
          },
          Q: { ...ref('#/components/parameters/P'), description: 'The middle.' },
          R: { name: 'r', in: 'header', schema: { type: 'string' } },
        },
        requestBodies: { B: { content: json(ref('#/components/schemas/Body')) } },
        responses: { R: { description: 'OK', headers: { Link: ref('#/components/headers/L') } } },
        headers: { L: { schema: ref('#/components/schemas/Link') } },
        examples: { E: { value: 'sample-value' } },
        schemas: { Q: { type: 'string' }, Body: NAME, Link: { type: 'string', maxLength: 9 } },
      },
    },
    operations: [
      operation('GET /a', { statuses: ['204'] }),
      operation('GET /b', { statuses: ['204'] }),
      operation('POST /b', { parameters: ['header r', 'query q'], statuses: ['200'], schemas: ['Body'] }),
    ],
    chunker: 'The middle.',
    mcp: 'sample-value',
  },
};
