import { bundleFromString, createConfig } from '@redocly/openapi-core';
import type { SeenOperation } from './readers.fixture.ts';

type Node = Readonly<Record<string, unknown>>;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const config = createConfig({});

const entries = (value: unknown): [string, Node][] => Object.entries(Object(value));
const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? value : []);
const listUnique = (values: readonly string[]) => [...new Set(values)].sort();

/** Reads the paths of an OpenAPI document with another library, which resolves all references. */
export async function readIndependently(text: string): Promise<Omit<SeenOperation, 'schemas'>[]> {
  const bundledResult = await bundleFromString({
    source: text,
    absoluteRef: '/api.yaml',
    config: await config,
    dereference: true,
  });
  const root = bundledResult.bundle.parsed as Node;
  const operations = entries(root.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => {
      const operation = item[method] as Node;
      const parameters = [...list(item.parameters), ...list(operation.parameters)];
      const servers = [root, item, operation].map((level) => list(level.servers)).findLast((each) => each.length > 0);
      return {
        name: `${method.toUpperCase()} ${path}`,
        parameters: listUnique(parameters.map((each) => `${each.in} ${each.name}`)),
        statuses: listUnique(Object.keys(Object(operation.responses)).filter((status) => !status.startsWith('x-'))),
        servers: listUnique((servers ?? []).map(({ url }) => String(url))),
      };
    }),
  );
  return operations.sort((a, b) => (a.name < b.name ? -1 : 1));
}
