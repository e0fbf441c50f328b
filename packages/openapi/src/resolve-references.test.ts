import { describe, expect, it } from 'vitest';
import { createReferences } from './resolve-references.ts';

const ROOT = {
  components: {
    schemas: {
      Pet: { type: 'object', properties: { 'a/b~c d': { type: 'string' } } },
      Alias: { $ref: '#/components/schemas/Pet' },
      Described: { $ref: '#/components/schemas/Pet', description: 'mine' },
      Loop: { $ref: '#/components/schemas/Loop' },
      'Näme%': {},
    },
  },
  paths: { '/a/{b}': { get: { parameters: [{ name: 'x' }] } } },
  list: [0],
};

function resolve($ref: unknown) {
  const dangling: string[] = [];
  const references = createReferences(ROOT, (reference) => dangling.push(reference));
  const target = references.resolve({ $ref });
  references.resolve({ $ref });
  return { ...target, dangling, used: [...references.used] };
}

describe('createReferences', () => {
  const { schemas } = ROOT.components;
  it.each([
    ['#/components/schemas/Pet', schemas.Pet, 'Pet'],
    ['#/components/schemas/Alias', schemas.Pet, 'Alias'],
    ['#/components/schemas/Described', schemas.Described, 'Described'],
    ['#/components/schemas/Pet/properties/a~1b~0c%20d', schemas.Pet.properties['a/b~c d'], undefined],
    ['#/components/schemas/N%C3%A4me%25', schemas['Näme%'], 'Näme%'],
    ['#/paths/~1a~1{b}/get/parameters/0', { name: 'x' }, undefined],
    ['#', ROOT, undefined],
  ])('createReferences resolves the OpenAPI reference %s', ($ref, value, name) => {
    expect(resolve($ref)).toEqual({ value, name, dangling: [], used: name === undefined ? [] : [name] });
  });
});

it.each([
  '#/components/schemas/Nope',
  '#/components/schemas/Loop',
  '#/components/schemas/__proto__',
  '#/components/schemas/constructor/name',
  '#/list/length',
  '#/list/-1',
  '#/components/schemas/%zz',
  '#anchor',
])('reports the reference %s once, because its target does not exist', ($ref) => {
  expect(resolve($ref)).toMatchObject({ value: undefined, dangling: [$ref] });
});

it.each(['other.yaml#/Pet', 'https://example.org/pet.json', './pet'])(
  'does not follow the external reference %s',
  ($ref) => {
    expect(resolve($ref)).toEqual({ value: undefined, external: $ref, dangling: [], used: [] });
  },
);

it('a JSON pointer to each part of a document is resolved, with its keys in each notation', () => {
  const document = { 'a/b': [{ '~': { 'm~n/o': null } }, 'x'], ' ': { '%41': 1, '': { ä: true } }, '0': [[0]] };
  const references = createReferences(document);
  const pointers: [string, unknown][] = [['#', document]];
  let count = 0;
  for (let next = pointers.pop(); next; next = pointers.pop()) {
    const [pointer, value] = next;
    expect(references.find(pointer, undefined), pointer).toEqual({ value });
    count += 1;
    for (const [key, child] of Object.entries(Object(value))) {
      if (typeof value === 'string') continue;
      const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
      for (const written of new Set([escaped.replaceAll('%', '%25'), encodeURIComponent(escaped)]))
        pointers.push([`${pointer}/${written}`, child]);
    }
  }
  expect(count).toBe(19);
});

it('returns a value unchanged if it is not a reference', () => {
  const references = createReferences(ROOT, () => undefined);
  const values = [undefined, null, 1, [], { $ref: true }];
  expect(values.map((value) => references.resolve(value).value)).toEqual(values);
});
