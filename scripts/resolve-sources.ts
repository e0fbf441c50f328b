// vitest.config.ts loads this module into the test processes.
import { registerHooks } from 'node:module';

const BUILT_MODULE = /\/((?:packages|apps)\/[^/]+)\/build\/(.*)\.js$/;

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
});
