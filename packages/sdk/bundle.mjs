// Bundles each entry point as an ES module and as CommonJS, both with types. The packages of this workspace are included, because the
// published package has no dependencies.
import { readdirSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const ENTRIES = ['index', 'express', 'fastify', 'fetch', 'hono', 'node'];
/** What `tsc` has written: one file of declarations for each source. */
const DECLARATIONS = 'build/declarations';
const FORMATS = [
  { format: 'esm', extension: 'js' },
  { format: 'cjs', extension: 'cjs' },
];

/** Returns the files of the entry points in a folder, by name. */
const getInputs = (folder, extension) =>
  Object.fromEntries(ENTRIES.map((entry) => [entry, `${folder}/${entry}.${extension}`]));

// Everything else in the folder would be published, such as files of an earlier layout.
for (const name of readdirSync('build')) {
  if (name !== 'declarations') rmSync(`build/${name}`, { recursive: true, force: true });
}
const code = await rolldown({
  input: getInputs('src', 'ts'),
  external: /^node:/,
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
});
const declarations = await rolldown({
  input: getInputs(DECLARATIONS, 'd.ts'),
  // Anyone who uses the entry for Hono has Hono.
  external: /^(node:|hono$)/,
  plugins: [dts({ dtsOnly: true, generator: 'oxc', tsconfig: false })],
});
for (const { format, extension } of FORMATS) {
  await code.write({
    dir: 'build',
    format,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `chunks/[name].${extension}`,
  });
  await declarations.write({
    dir: 'build',
    format: 'esm',
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `chunks/[name].${extension}`,
  });
}
await code.close();
await declarations.close();
