import { globSync, readFileSync } from 'node:fs';
import { selectByTier } from '@context-sync/test-tier';
import { expect, it } from 'vitest';
import { generateDocument } from './generate-document.fixture.ts';
import { readIndependently } from './independent-reader.fixture.ts';
import { openReader, readWithChunker } from './readers.fixture.ts';

const DOCUMENTS = selectByTier(12, 200);
/** A folder with additional OpenAPI documents to compare. */
const { OPENAPI_CORPUS: CORPUS } = process.env;

it('the chunker, the MCP server and an independent library read the same operations from generated documents', async () => {
  const { read } = await openReader();
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const document = generateDocument(seed);
    const text = `${JSON.stringify(document, null, 1)}\n# YAML\n`;
    const components = new Set<string>(Object.keys(Object(document).components.schemas));
    const items = readWithChunker('api.yaml', text, components);
    const tools = await read(text, 'yaml', components, 'pets files user größe');
    if (!('operations' in items && 'operations' in tools)) throw new Error(`seed ${seed} cannot be read`);
    expect({ seed, operations: items.operations }).toEqual({ seed, operations: tools.operations });
    const expected = (await readIndependently(text)).map((each) => expect.objectContaining(each));
    expect({ seed, operations: tools.operations }).toEqual({ seed, operations: expected });
  }
});

it.runIf(CORPUS !== undefined)(
  'the chunker, the MCP server and the independent library read the same operations from the OpenAPI documents of a folder',
  async () => {
    const { read } = await openReader();
    const results: string[] = [];
    for (const file of globSync(`${CORPUS}/**/*.{yaml,yml,json}`)) {
      const text = readFileSync(file, 'utf8');
      if (!/^\s*["']?openapi["']?\s*:\s*["']?3/m.test(text) && !/"openapi"\s*:\s*"3/.test(text)) continue;
      const items = readWithChunker(file, text, new Set());
      const tools = await read(text, file.endsWith('json') ? 'json' : 'yaml', new Set());
      if (!('operations' in items && 'operations' in tools)) {
        results.push(`${file}: ${JSON.stringify([items, tools].map((each) => ('line' in each ? each.line : 'read')))}`);
        continue;
      }
      // A search returns at most 50 operations per query.
      const byName = new Map(items.operations.map((each) => [each.name, each]));
      const wrongOperations = tools.operations.filter(({ name, parameters }) => {
        const item = byName.get(name);
        return item !== undefined && JSON.stringify(item.parameters) !== JSON.stringify(parameters);
      });
      results.push(
        `${file}: ${tools.operations.length} compared of ${items.operations.length}, differences: ${wrongOperations.map(({ name }) => name).join(', ') || 'none'}`,
      );
    }
    expect(results.filter((each) => !each.endsWith('none'))).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
  },
);
