import type { Site } from '@context-sync/reading';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { readOpenapi } from './read-openapi.ts';

const PAGE = 'api/openapi.yaml';

/** Parses `text` as an OpenAPI document of a site with these files. Calls `onInclude` with the path of each included file. */
function read(
  text: string,
  files: Readonly<Record<string, string>>,
  onInclude: (path: string) => void = () => undefined,
) {
  const site: Site = {
    resolve: () => ({}),
    pageUrl: () => undefined,
    place: () => [],
    isIncluded: () => false,
    navigationTitle: () => undefined,
    repeatedTexts: () => new Set(),
    attributes: () => new Map(),
    include: (_from, target) => {
      const path = new URL(`http://x/api/${target}`).pathname.slice(1);
      const found = files[path];
      onInclude(path);
      return found === undefined ? { problem: `${path} does not exist` } : { path, text: found };
    },
  };
  return readOpenapi(text, { path: PAGE, site });
}

const FILES = {
  'api/paths/users.yaml': `get:
  summary: List users
  parameters:
    - $ref: ../shared/parameters.yaml#/page
  x-codeSamples:
    - $ref: samples/curl.yaml
  responses:
    '200':
      $ref: ../responses/users.json
    '404':
      $ref: '#/x-missing'
x-missing:
  description: No users.
`,
  'api/paths/samples/curl.yaml': 'lang: curl\nsource: curl https://a.b/users\n',
  'api/shared/parameters.yaml': 'page:\n  in: query\n  name: page\n  schema: {type: integer}\n',
  'api/responses/users.json': JSON.stringify({
    description: 'The users.',
    content: { 'application/json': { schema: { $ref: '../models/user.yml' } } },
  }),
  'api/models/user.yml': `type: object
properties:
  name: {$ref: '../openapi.yaml#/components/schemas/Name'}
  friend: {$ref: user.yml}
  $ref: {type: string, description: A property.}
`,
  'intro.yml': 'text: |\n  Read this first.\n',
};

const DESCRIPTION = `openapi: 3.0.0
info:
  title: Users
  description:
    $ref: ../intro.yml#/text
paths:
  /users:
    $ref: paths/users.yaml
  /gone:
    get:
      $ref: paths/gone.yaml
components:
  schemas:
    Name: {type: string, maxLength: 9}
`;

describe('references to other files', () => {
  const { markdown, warnings } = read(DESCRIPTION, FILES);

  it('follows references to other files through paths, parameters, responses, schemas and samples', () => {
    expect(markdown).toContain('## GET /users – List users');
    expect(markdown).toContain('| `page` | query | integer |');
    expect(markdown).toContain('The users. `application/json`: object `user`');
    expect(markdown).toContain('- `name` (string, at most 9 characters)');
    expect(markdown).toContain('- `$ref` (string): A property.');
    expect(markdown).toContain('curl https://a.b/users');
    expect(markdown).toContain('No users.');
    expect(markdown).toContain('Read this first.');
  });

  it('excludes operations whose references are broken, with a warning', () => {
    expect(markdown).not.toContain('/gone');
    expect(warnings).toEqual([{ line: 10, message: 'a reference was skipped: api/paths/gone.yaml does not exist' }]);
  });

  it('keeps references to other files as links if the files of the repository are unknown', () => {
    expect(readOpenapi(DESCRIPTION, { path: PAGE }).markdown).toContain('[paths/users.yaml](paths/users.yaml)');
  });

  it('ignores references to other files in example data', () => {
    const text = `openapi: 3.0.0
info: {title: A}
paths:
  /a:
    get:
      requestBody: {content: {a/b: {example: {$ref: no.yaml}, examples: {c: {value: {$ref: no.yaml}}}}}}
      responses: {}
`;
    expect(read(text, {}).warnings).toEqual([]);
  });

  it('warns about references to files that cannot be read and to parts that do not exist', () => {
    const text = 'openapi: 3.0.0\ninfo: {title: A}\npaths:\n  /a: {$ref: a.yaml}\n  /b: {$ref: "b.yaml#/x"}\n';
    const messages = read(text, { 'api/a.yaml': '{a: [', 'api/b.yaml': 'c: 1' }).warnings.map(({ message }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(/^a reference was skipped: api\/a\.yaml, line 1: cannot parse the YAML/),
    );
    expect(messages).toContain('a reference was skipped: api/b.yaml has no #/x');
  });

  it('follows references in chains and cycles of many files', () => {
    const count = selectByTier(300, 2_500);
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `api/${i}.yaml`,
        `{allOf: [{$ref: ${(i + 1) % count}.yaml}, {$ref: '#/x'}], x: {$ref: ${(i * 7) % count}.yaml#/x}}`,
      ]),
    );
    const text =
      'openapi: 3.0.0\ninfo: {title: A}\npaths:\n  /a: {post: {requestBody: {content: {a/b: {schema: {$ref: 0.yaml}}}}}}';
    const includedPaths: string[] = [];
    expect(read(text, files, (path) => includedPaths.push(path)).markdown).toContain('POST /a');
    expect(includedPaths.length).toBeGreaterThan(1);
    expect(includedPaths.length).toBeLessThanOrEqual(3 * count);
  });
});
