import { createRandom } from '../../../platform/database/behavior/random.fixture.ts';

const NAMES = ['Pet', 'a/b', 'x~y', 'Näme', 'com.example.V1', 'with space', '100%', 'constructor'];
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const PATHS = ['/pets', '/pets/{id}', '/files/{name}.json', '/~user/{id}', '/größe'];

/** Generates a valid OpenAPI document with many kinds of references. The same seed results in the same document. */
export function generateDocument(seed: number): object {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const chance = (share: number) => random() < share;
  const selectSome = <T>(values: readonly T[], share = 0.5) => values.filter(() => chance(share));
  const point = (...keys: readonly string[]) => {
    const escaped = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'));
    return { $ref: `#/${escaped.map((key) => encodeURIComponent(key)).join('/')}` };
  };
  // Names that differ from those of the parameters, so that the tests can distinguish them.
  const list = <T>(make: (name: string) => T, suffix = '') =>
    Object.fromEntries(NAMES.map((name) => [name + suffix, make(name)]));

  const parameter = (name: string) => ({
    name,
    in: pick(['query', 'header', 'cookie']),
    description: `About ${name}`,
    schema: { type: pick(['string', 'integer']) },
  });
  const servers = (place: string) =>
    chance(0.3)
      ? { servers: selectSome(['v1', 'v2'], 0.7).map((path) => ({ url: `https://${place}.example.com/${path}` })) }
      : {};
  const parameters = () => {
    const namedParameters = selectSome(NAMES, 0.2).map((name) =>
      chance(0.5) ? point('components', 'parameters', name) : parameter(name),
    );
    return chance(0.6) ? { parameters: namedParameters } : {};
  };
  const schema = () => {
    const reference = point('components', 'schemas', `${pick(NAMES)}.s`);
    return pick([reference, { type: 'array', items: reference }, { allOf: [reference] }, { type: 'string' }]);
  };
  const content = () => ({ 'application/json': { schema: schema() } });
  const success = () =>
    chance(0.4) ? point('components', 'responses', pick(NAMES)) : { description: 'OK', content: content() };
  const operation = () => ({
    ...servers('operation'),
    ...parameters(),
    responses: { [pick(['200', '201', '2XX'])]: success(), ...(chance(0.5) ? { 404: { description: 'Gone' } } : {}) },
  });
  const item = () => ({
    ...servers('path'),
    ...parameters(),
    ...Object.fromEntries([pick(METHODS), ...selectSome(METHODS, 0.3)].map((method) => [method, operation()])),
  });
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    ...servers('document'),
    paths: Object.fromEntries(
      selectSome(PATHS, 0.7).map((path) => [
        path,
        chance(0.2) ? point('components', 'pathItems', pick(NAMES)) : item(),
      ]),
    ),
    components: {
      parameters: list((name) =>
        name !== 'Pet' && chance(0.2) ? point('components', 'parameters', 'Pet') : parameter(name),
      ),
      responses: list(() => ({ description: 'OK', content: content() })),
      pathItems: list(item),
      schemas: list(
        (name) => ({
          type: 'object',
          properties: {
            [`own ${name}`]: { type: 'string' },
            // The context items describe only some levels of nested schemas, so only one of two schemas references another schema.
            ...(NAMES.indexOf(name) % 2 === 0 && chance(0.6)
              ? { other: point('components', 'schemas', `${pick(NAMES.filter((_, at) => at % 2 === 1))}.s`) }
              : {}),
          },
        }),
        '.s',
      ),
    },
  };
}
