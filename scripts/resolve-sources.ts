// vitest.config.ts loads this module into the test processes.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const BUILT_MODULE = /\/((?:packages|apps)\/[^/]+)\/build\/(.*)\.js$/;
/** Compiled pages by the hash of their source, because the compiler takes a tenth of the processor time of a service's start. */
const COMPILED_PAGES = join(import.meta.dirname, '../node_modules/.cache/compiled-pages');
const require = createRequire(import.meta.url);

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolution = nextResolve(specifier, context);
    // GitHub's language service imports JSON without the attribute that Node requires.
    if (resolution.url.endsWith('.json')) return { ...resolution, importAttributes: { type: 'json' } };
    // A relative path, such as the path of the built service, refers to the exact module that the test needs.
    if (/^(?:\.|\/|file:)/.test(specifier) || !BUILT_MODULE.test(resolution.url)) return resolution;
    // Tests import the sources of packages instead of their builds, so that no test uses an outdated build.
    return { ...resolution, url: resolution.url.replace(BUILT_MODULE, '/$1/src/$2.ts'), format: 'module-typescript' };
  },
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    return { format: 'module', source: transformPage(fileURLToPath(url)), shortCircuit: true };
  },
});

/** Compiles the JSX of a page, which Node does not support, or reads the compiled page of an earlier process. */
function transformPage(file: string): string {
  const source = readFileSync(file, 'utf8');
  const { version } = require('rolldown/package.json') as { version: string };
  const cachedFile = join(COMPILED_PAGES, createHash('sha256').update(`${version}\0${file}\0${source}`).digest('hex'));
  try {
    return readFileSync(cachedFile, 'utf8');
  } catch {
    const compiled = compilePage(file, source);
    mkdirSync(COMPILED_PAGES, { recursive: true });
    // The file is renamed, so that no other thread reads a part of it.
    const temporaryFile = `${cachedFile}.${process.pid}.${threadId}`;
    writeFileSync(temporaryFile, compiled);
    renameSync(temporaryFile, cachedFile);
    return compiled;
  }
}

/** The compiler is loaded together with the first page that no earlier process has compiled. */
function compilePage(file: string, source: string): string {
  const { transformSync } = require('rolldown/utils') as typeof import('rolldown/utils');
  const { code, map, errors } = transformSync(file, source, {
    lang: 'tsx',
    jsx: { runtime: 'automatic', importSource: 'hono/jsx' },
    sourcemap: true,
  });
  const [error] = errors;
  if (error) throw error;
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}
