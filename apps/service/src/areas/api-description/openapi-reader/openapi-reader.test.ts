import { describe, expect, it } from 'vitest';
import { openReader, readWithChunker, type Seen, type SeenOperation } from './readers.fixture.ts';
import { REFERENCE_ROWS } from './reference-rows.fixture.ts';
import { SERVER_ROWS } from './server-rows.fixture.ts';
import { ACCEPTED_YAML, REJECTED_YAML, YAML_OPERATION } from './yaml-rows.fixture.ts';

const getOperations = (seen: Seen): readonly SeenOperation[] | string =>
  'operations' in seen ? seen.operations : `error in line ${seen.line}`;
const getText = (seen: Seen): string => ('text' in seen ? seen.text : '');

describe('YAML', () => {
  it('the chunker and the MCP server parse each feature of YAML 1.2 with the same result', async () => {
    const { read } = await openReader();
    for (const [name, { text, chunker = '', mcp = '' }] of Object.entries(ACCEPTED_YAML)) {
      const items = readWithChunker('api.yaml', text, new Set(['Pet']));
      const tools = await read(text, 'yaml', new Set(['Pet']));
      expect.soft({ name, items: getOperations(items), tools: getOperations(tools) }).toEqual({
        name,
        items: [YAML_OPERATION],
        tools: [YAML_OPERATION],
      });
      expect.soft(getText(items), name).toContain(chunker);
      expect.soft(getText(tools), name).toContain(mcp);
    }
  });

  it('the chunker and the service report the same line for each error in YAML', async () => {
    const { read } = await openReader();
    for (const [name, [text, line]] of Object.entries(REJECTED_YAML)) {
      const lines = [readWithChunker('api.yaml', text, new Set()), await read(text, 'yaml', new Set(['Pet']))];
      expect.soft({ name, lines }).toEqual({ name, lines: [{ line }, { line }] });
    }
  });
});

describe.each([
  ['references', REFERENCE_ROWS],
  ['operations and servers', SERVER_ROWS],
])('%s', (_area, rows) => {
  it.each(['json', 'yaml'] as const)(
    'the chunker and the MCP server read the same operations from %s',
    async (format) => {
      const { read } = await openReader();
      for (const [name, { document, operations, chunker = '', mcp = '', warnings = [] }] of Object.entries(rows)) {
        // JSON is valid YAML. The comment in the document ensures that the YAML parser reads it.
        const text = JSON.stringify(document, null, 2) + (format === 'yaml' ? '\n# YAML\n' : '');
        // The context items mention only schemas that have properties.
        const schemas = Object.entries(Object(document).components?.schemas ?? {});
        const components = new Set(schemas.filter(([, each]) => Object(each).type !== 'string').map(([each]) => each));
        const items = readWithChunker(`api.${format}`, text, components);
        const tools = await read(text, format, components);
        expect.soft({ name, items: getOperations(items), tools: getOperations(tools) }).toEqual({
          name,
          items: operations,
          tools: operations,
        });
        expect.soft(getText(items), name).toContain(chunker);
        expect.soft(getText(tools), name).toContain(mcp);
        expect.soft({ name, warnings: tools.warnings }).toEqual({ name, warnings });
      }
    },
  );
});
