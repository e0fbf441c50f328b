/** The OpenAPI document to which each accepted YAML text is equivalent. */
export const YAML_OPERATION = {
  name: 'GET /a/{id}',
  parameters: ['path id', 'query q'],
  statuses: ['200', '4XX'],
  servers: ['https://api.example.com/v1'],
  schemas: ['Pet'],
};

const HEAD = `openapi: 3.1.0
info: {title: T, version: 1.10}
servers: [{url: https://api.example.com/v1}]
`;
const PATHS = `paths:
  /a/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
    get:
      parameters:
        - {name: q, in: query, schema: Q}
      responses:
        200: {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
        4XX: {description: Bad}
`;
const COMPONENTS = `components:
  schemas:
    Pet: {type: object, properties: {name: {type: string}}}
`;

const write = (schema: string, { head = HEAD, paths = PATHS, components = COMPONENTS } = {}) =>
  head + paths.replace(' Q}', ` ${schema}}`) + components;

/** A YAML text. `chunker` and `mcp` are texts that the result of the chunker and of the MCP tools must contain. */
export interface AcceptedYaml {
  readonly text: string;
  readonly chunker?: string;
  readonly mcp?: string;
}

const enumRow = (values: string, chunker: string, mcp: string): AcceptedYaml => ({
  text: write(`{enum: ${values}}`),
  chunker: chunker.startsWith('always') ? chunker : `one of ${chunker}`,
  mcp: `{"enum":${mcp}}`,
});

/** Features of YAML 1.2 with which the same document can be written. */
export const ACCEPTED_YAML: Readonly<Record<string, AcceptedYaml>> = {
  'plain block style': { text: write('{type: string}') },
  'comments and blank lines': {
    text: `# a\n\n${write('{type: string} # b\n          ').replace('paths:', '# c\npaths: # d')}`,
  },
  'a byte order mark': { text: `\uFEFF${write('{type: string}')}` },
  'CRLF line ends': { text: write('{type: string}').replaceAll('\n', '\r\n') },
  'a directive and document markers': { text: `%YAML 1.2\n---\n${write('{type: string}')}...\n` },
  'a directive for YAML 1.1': {
    text: `%YAML 1.1\n---\n${write('{enum: [yes, no, on, 2024-01-01, 0777]}')}`,
    mcp: '{"enum":["yes","no","on","2024-01-01",777]}',
  },
  'only the first of several documents': { text: `${write('{type: string}')}---\npaths: {/other: {get: {}}}\n` },
  'anchors and aliases': {
    text: write('*text', { head: `${HEAD}x-types:\n  - &text {type: string, maxLength: 7}\n` }),
    chunker: 'at most 7 characters',
    mcp: '{"type":"string","maxLength":7}',
  },
  'many aliases of one anchor': {
    text: write('*text', { head: `${HEAD}x-types:\n  - &text {type: string}\n${'  - *text\n'.repeat(3_000)}` }),
  },
  'an anchor that is defined twice': {
    text: write('*text', { head: `${HEAD}x-types: [&text {type: string}, &text {type: integer, maximum: 9}]\n` }),
    mcp: '{"type":"integer","maximum":9}',
  },
  'a value that contains itself': { text: write('{type: string}', { head: `${HEAD}x-self: &self {again: *self}\n` }) },
  'a merge key': {
    text: write('{<<: *text, maxLength: 8}', {
      head: `${HEAD}x-types: [&text {type: string, maxLength: 7, minLength: 2}]\n`,
    }),
    chunker: '2–8 characters',
    mcp: '"maxLength":8',
  },
  'a merge key with a list': {
    text: write('{<<: [*a, *b]}', {
      head: `${HEAD}x-types: [&a {type: string, maxLength: 7}, &b {maxLength: 9, minLength: 3}]\n`,
    }),
    chunker: '3–7 characters',
    mcp: '"minLength":3',
  },
  'merged responses': {
    text: write('{type: string}', {
      head: `${HEAD}x-errors: &errors\n  4XX: {description: Bad}\n`,
      paths: PATHS.replace('4XX: {description: Bad}', '<<: *errors'),
    }),
  },
  'a quoted merge key, which is an ordinary name': {
    text: write(`{type: object, properties: {'<<': {type: string}}}`),
    mcp: '"<<"',
  },
  'tags of the core schema': {
    text: write('!!map {enum: !!seq [!!str 1, !!int "2", !!float 3.5, !!bool "true", !!null ""]}'),
    mcp: '{"enum":["1",2,3.5,true,null]}',
  },
  'tags of other schemas': {
    text: write('{enum: [!!timestamp 2024-01-01, !!binary aGk=, !custom x]}'),
    mcp: '{"enum":["2024-01-01","aGk=","x"]}',
  },
  dates: enumRow(
    '[2024-01-01, 2015-04-22T10:03:19.323-07:00]',
    '`"2024-01-01"`',
    '["2024-01-01","2015-04-22T10:03:19.323-07:00"]',
  ),
  'words of YAML 1.1': enumRow(
    '[yes, no, on, off, y, n]',
    '`yes`, `no`, `on`, `off`, `y`, `n`',
    '["yes","no","on","off","y","n"]',
  ),
  'booleans and nulls': enumRow(
    '[true, False, TRUE, null, ~, Null]',
    '`true`, `false`',
    '[true,false,true,null,null,null]',
  ),
  'octal and hexadecimal numbers': enumRow('[0o17, 0x1F, 017]', '`15`, `31`, `17`', '[15,31,17]'),
  'numbers of YAML 1.1, which are text': enumRow('[1_000, 0b11, 1:30]', '`"1_000"`', '["1_000","0b11","1:30"]'),
  'fractions and exponents': enumRow('[1.50, .5, 1e3, -0.25]', '`1.5`, `0.5`, `1000`, `-0.25`', '[1.5,0.5,1000,-0.25]'),
  'numbers that are not in JSON': enumRow('[.nan, .inf, -.INF]', '`.nan`, `.inf`, `-.INF`', '[".nan",".inf","-.INF"]'),
  'big integers': enumRow(
    '[9223372036854775807, -9223372036854775808]',
    '`9223372036854775807`, `-9223372036854775808`',
    '[9223372036854775807,-9223372036854775808]',
  ),
  'numeric keys': {
    text: write('{type: object, properties: {1.0: {type: string}, 0x1F: {type: string}}}'),
    chunker: '`1.0`',
    mcp: '"0x1F"',
  },
  'keys that are null or Boolean': {
    text: write('{type: object, properties: {~: {type: string}, true: {type: string}}}'),
    chunker: '`~`',
    mcp: '"true"',
  },
  'keys with the names of JavaScript properties': {
    text: write('{type: object, properties: {constructor: {type: string}, toString: {type: string}}}'),
    chunker: '`constructor`',
    mcp: '"toString"',
  },
  'explicit keys': { text: write('{? enum : [a, b]}'), mcp: '{"enum":["a","b"]}' },
  'JSON in YAML': { text: JSON.stringify({ ...JSON.parse(getJson('{"type":"string"}')) }) },
  'JSON with a comment and a trailing comma': { text: getJson('{"type":"string"}').replace(/\}$/, ',} # end\n') },
  'block scalars': {
    text: write('{type: string}')
      .replace('description: OK,', 'description: "Line one\\nline two",')
      .replace(
        '        4XX: {description: Bad}',
        '        4XX:\n          description: |-\n            Bad\n            request\n',
      ),
    chunker: 'request',
    mcp: 'Bad\nrequest',
  },
  'folded scalars with chomping': {
    text: write('{type: string}').replace(
      '4XX: {description: Bad}',
      '4XX:\n          description: >+2\n            Bad\n            request\n\n',
    ),
    chunker: 'Bad request',
    mcp: 'Bad request',
  },
  'a plain scalar of several lines': {
    text: write('{type: string}').replace('{description: Bad}', '\n          description: Bad\n            request'),
    chunker: 'Bad request',
    mcp: 'Bad request',
  },
  'a very long line': { text: write(`{type: string, description: ${'word '.repeat(2_000)}}`) },
  'an indented root': { text: write('{type: string}').replaceAll(/^/gm, '  ') },
  'a tag, an anchor and a comment before the version': {
    text: write('{type: string}').replace('openapi: 3.1.0', 'openapi: !!str &version # x\n  3.1.0'),
  },
};

function getJson(schema: string): string {
  return `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"https://api.example.com/v1"}],"paths":{"/a/{id}":{"parameters":[{"name":"id","in":"path","required":true}],"get":{"parameters":[{"name":"q","in":"query","schema":${schema}}],"responses":{"200":{"description":"OK","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Pet"}}}},"4XX":{"description":"Bad"}}}}},"components":{"schemas":{"Pet":{"type":"object","properties":{"name":{"type":"string"}}}}}}`;
}

/** YAML texts that both readers reject, with the line of the error. */
export const REJECTED_YAML: Readonly<Record<string, readonly [text: string, line: number]>> = {
  'a duplicate key': [`${HEAD}paths: {}\nx-a: 1\nx-a: 2\n`, 6],
  'a duplicate key in a flow map': [`${HEAD}paths:\n  {/a: {},\n   /a: {}}\n`, 6],
  'a number that repeats a key in quotes': [`${HEAD}paths: {/a: {get: {responses: {200: {},\n  '200': {}}}}}\n`, 5],
  'an alias without an anchor': [`${HEAD}paths:\n  /a: *b\n`, 5],
  'an alias above its anchor': [`${HEAD}x-a: *b\nx-b: &b 1\npaths: {}\n`, 4],
  'a tab as indentation': [`${HEAD}paths:\n\t/a: {}\n`, 5],
  'an unclosed quote': [`${HEAD}paths: "x\n`, 5],
  'an unclosed list': [`${HEAD}paths: [1,\n`, 5],
  'a mapping in a plain scalar': [`${HEAD}paths: a: b\n`, 4],
  'an invalid escape': [`${HEAD}x-a: "\\q"\npaths: {}\n`, 4],
  'a reserved indicator': [`${HEAD}x-a: @b\npaths: {}\n`, 4],
};
