// Bundles one file per entry point. The redaction rules are included, because the published package has no dependencies.
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

const ENTRIES = ['index', 'express', 'fastify', 'fetch', 'hono', 'node'];

for (const name of ['chunks', ...ENTRIES.map((entry) => `${entry}.js`)]) {
  rmSync(`build/${name}`, { recursive: true, force: true });
}
const bundle = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, `src/${entry}.ts`])),
  external: /^node:/,
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
});
await bundle.write({
  dir: 'build',
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
});
await bundle.close();
