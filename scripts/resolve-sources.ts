// vitest.config.ts loads this module into the test processes.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const BUILT_MODULE = /\/((?:packages|apps)\/[^/]+)\/build\/(.*)\.js$/;
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

/** Compiles the JSX of a page, which Node does not support. The compiler is loaded together with the first page, because most processes load no page. */
function transformPage(file: string): string {
  const { transformSync } = require('rolldown/utils') as typeof import('rolldown/utils');
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    lang: 'tsx',
    jsx: { runtime: 'automatic', importSource: 'hono/jsx' },
    sourcemap: true,
  });
  const [error] = errors;
  if (error) throw error;
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}
