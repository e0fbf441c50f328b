import { describe, expect, it } from 'vitest';
import { operationLines, schemaLines } from './write-operation.fixture.ts';

const SCHEMAS = {
  Pet: { type: 'object', description: 'A pet.', required: ['id'], properties: { id: { type: 'integer' }, name: {} } },
  Cat: {
    allOf: [
      { $ref: '#/components/schemas/Pet' },
      { properties: { lives: { type: 'integer' } }, required: ['id', 'lives'] },
    ],
  },
  Dog: { title: 'A dog', allOf: [{ $ref: '#/components/schemas/Pet' }] },
  Node: { properties: { value: {}, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } } },
  Name: { type: 'string', maxLength: 5, description: 'What it is called.' },
  Colour: { type: 'string', enum: ['red', 'blue'] },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const PET = ['- `id` (integer, required)', '- `name` (any type)'];

describe('OpenAPI schemas on one line', () => {
  it.each([
    [{}, ['any type']],
    [true, ['any type']],
    [false, ['nothing']],
    [{ type: 'string', format: 'date-time' }, ['string date-time']],
    [{ type: ['integer', 'string'] }, ['integer or string']],
    [{ type: ['string', 'null'], maxLength: 3 }, ['string or null, at most 3 characters']],
    [{ type: 'string', nullable: true }, ['string or null']],
    [{ type: 'null' }, ['null']],
    [{ enum: ['a', 'b'] }, ['string, one of `a`, `b`']],
    [{ const: 5 }, ['number, always `5`']],
    [{ type: 'array' }, ['array']],
    [
      { items: { type: 'array', items: { type: 'string', maxLength: 5 } }, minItems: 1 },
      ['array of array of string, at least 1 item, each inner at most 5 characters'],
    ],
    [{ additionalProperties: { type: 'integer', minimum: 0 } }, ['map of integer, each ≥ 0']],
    [{ type: 'object', additionalProperties: true }, ['object']],
    [{ type: 'object', additionalProperties: {} }, ['object']],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, ['one of string, integer']],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }, { type: 'null' }] }, ['any of string or null']],
    [ref('Name'), ['string, at most 5 characters. What it is called.']],
    [{ ...ref('Name'), description: 'Mine.' }, ['string, at most 5 characters. Mine. `Name`: What it is called.']],
    [
      { anyOf: [ref('Name'), { type: 'null' }], default: 'x' },
      ['string or null, at most 5 characters, default `x`. What it is called.'],
    ],
    [{ type: 'array', items: ref('Colour') }, ['array of string, each one of `red`, `blue`']],
    [{ type: 'string', example: 'a' }, ['string', 'Example (`application/json`):', '```json', '"a"', '```']],
    [{ $ref: 'pet.yaml#/Pet' }, ['[pet.yaml#/Pet](pet.yaml#/Pet)']],
    [{ anyOf: [{ $ref: 'a.yaml' }, { $ref: 'b.yaml' }] }, ['any of [a.yaml](a.yaml), [b.yaml](b.yaml)']],
    [ref('Nope'), ['`Nope`']],
    [{ type: 'x\n# y' }, ['`x # y`']],
  ])('describes the schema %j on one line', (schema, lines) => {
    expect(schemaLines(schema, SCHEMAS)).toEqual(lines);
  });
});

describe('OpenAPI schemas with a list below them', () => {
  it.each([
    ['a component', ref('Pet'), ['object `Pet`. A pet.', ...PET]],
    ['an array of components', { type: 'array', items: ref('Pet') }, ['array of object `Pet`. A pet.', ...PET]],
    ['a map of components', { additionalProperties: ref('Pet') }, ['map of object `Pet`. A pet.', ...PET]],
    [
      'a component that may be null',
      { oneOf: [ref('Pet'), { type: 'null' }] },
      ['object `Pet` or null. A pet.', ...PET],
    ],
    [
      'a nullable choice without a type',
      { anyOf: [ref('Pet'), { nullable: true }] },
      ['object `Pet` or null. A pet.', ...PET],
    ],
    [
      'a nullable component of OpenAPI 3.0',
      { nullable: true, allOf: [ref('Pet')] },
      ['object `Pet` or null. A pet.', ...PET],
    ],
    ['a component with allOf', ref('Cat'), ['object `Cat`. A pet.', ...PET, '- `lives` (integer, required)']],
    ['a component that refers to another', ref('Dog'), ['object `Dog`. A pet.', ...PET]],
    [
      'allOf with a title',
      { title: 'Mine', allOf: [ref('Pet'), { properties: { name: { type: 'string' } } }] },
      ['object `Mine`. A pet.', '- `id` (integer, required)', '- `name` (string)'],
    ],
    [
      'a property that is declared twice',
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { maxLength: 2 } } }] },
      ['object', '- `a` (string, at most 2 characters)'],
    ],
    [
      'a cycle',
      ref('Node'),
      ['object `Node`', '- `value` (any type)', '- `children` (array of object `Node`, see above)'],
    ],
    [
      'a component to which several properties refer by name',
      {
        properties: {
          a: ref('Pet'),
          b: { ...ref('Pet'), description: 'Other.' },
          c: { type: 'array', items: ref('Pet'), maxItems: 2, description: 'Two.' },
        },
      },
      [
        'object',
        '- `a` (object `Pet`)',
        '- `b` (object `Pet`): Other.',
        '- `c` (array of object `Pet`, at most 2 items): Two.',
      ],
    ],
    [
      'the same title and properties only once',
      {
        properties: {
          a: { title: 'T', properties: { x: { type: 'string' } } },
          b: { title: 'T', properties: { x: { type: 'string' } } },
          c: { title: 'T', properties: { y: { type: 'string' } } },
        },
      },
      [
        'object',
        '- `a` (object `T`)',
        '  - `x` (string)',
        '- `b` (object `T`, see above)',
        '- `c` (object `T`)',
        '  - `y` (string)',
      ],
    ],
    [
      'properties with unusual names',
      {
        properties: { a: {} },
        patternProperties: { '^x-': { type: 'string' } },
        additionalProperties: { type: 'integer' },
      },
      ['object', '- `a` (any type)', '- names like `^x-` (string)', '- any other name (integer)'],
    ],
    [
      'properties whose names look like extensions',
      { properties: { 'x-rate': { type: 'integer' } } },
      ['object', '- `x-rate` (integer)'],
    ],
    [
      'a required name without a property',
      { properties: { a: {} }, required: ['a', 'b'] },
      ['object, requires `b`', '- `a` (any type, required)'],
    ],
    [
      'the first items of an array',
      { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } },
      ['array', '- item 1 (string)', '- item 2 (integer)', '- each further item (boolean)'],
    ],
    [
      'oneOf with a discriminator',
      {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: {
          propertyName: 'kind',
          mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' },
          defaultMapping: 'Dog',
        },
      },
      [
        'one of `Cat`, `Dog`, told apart by `kind` (`cat` for `Cat`, `dog` for `Dog`, otherwise `Dog`)',
        '- option `Cat` (object `Cat`): A pet.',
        ...PET.map((line) => `  ${line}`),
        '  - `lives` (integer, required)',
        '- option `Dog` (object `Dog`): A pet.',
        ...PET.map((line) => `  ${line}`),
      ],
    ],
    [
      'options with titles',
      { oneOf: [{ const: 'a', title: 'First', description: 'The first.' }, { const: 'b' }] },
      [
        'one of `First`, string',
        '- option `First` (string, always `a`): The first.',
        '- option 2 (string, always `b`)',
      ],
    ],
    [
      'properties together with options',
      { properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      [
        'object',
        '- `a` (any type)',
        '- `b` (any type)',
        '- and any of:',
        '  - option 1 (object, requires `a`)',
        '  - option 2 (object, requires `b`)',
      ],
    ],
  ])('describes a schema as a list: %s', (_, schema, lines) => {
    expect(schemaLines(schema, SCHEMAS)).toEqual(lines);
  });
});

describe('large OpenAPI schemas', () => {
  it('lists only the component or the property names of a schema beyond four levels', () => {
    const nest = (depth: number): object =>
      depth === 0
        ? { properties: { pet: ref('Pet'), other: { properties: { x: {}, y: {} } } } }
        : { properties: { [`p${depth}`]: nest(depth - 1) } };
    expect(schemaLines(nest(3), SCHEMAS)).toEqual([
      'object',
      '- `p3` (object)',
      '  - `p2` (object)',
      '    - `p1` (object)',
      '      - `pet` (object `Pet`)',
      '      - `other` (object, with `x`, `y`)',
    ]);
  });

  it('lists the number and the names of the remaining properties if a schema has too many properties', () => {
    const properties = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`p${index}`, {}]));
    const lines = schemaLines({ properties: { list: { properties } } });
    expect(lines.slice(0, 3)).toEqual(['object', '- `list` (object)', '  - `p0` (any type)']);
    expect(lines).toHaveLength(2 + 60 + 1);
    expect(lines.at(-1)).toMatch(/^ {2}- 640 more, not described here: `p60`, .*, `p119` and 580 more$/);
  });

  it('reports the number of remaining options if a schema has too many options', () => {
    const oneOf = Array.from({ length: 30 }, (_, index) => ({ const: index }));
    expect(schemaLines({ oneOf }).at(-1)).toBe('- 10 more options');
  });

  it('lists only the names of properties beyond the size limit of a body, and describes the other responses', () => {
    const text = 'long text '.repeat(1_000);
    const properties = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`p${index}`, { description: text }]),
    );
    const content = { 'application/json': { schema: { properties } } };
    const lines = operationLines({
      responses: { 200: { content }, 404: { description: 'No' }, 500: { description: 'No' } },
    });
    expect(lines.map((line) => line.slice(0, 60))).toEqual([
      '### Response `200`',
      '`application/json`: object',
      ...[0, 1].map((index) => `- \`p${index}\` (any type): ${text}`.slice(0, 60)),
      '- 7 more, not described here: `p2`, `p3`, `p4`, `p5`, `p6`, `p7`, `p8`'.slice(0, 60),
      '### Further responses',
      '- `404`: No',
      '- `500`: No',
    ]);
  });
});
