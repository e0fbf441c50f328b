import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string) => fileURLToPath(new URL(`packages/${name}/src/index.ts`, import.meta.url));

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from a default export
export default defineConfig({
  // Packages whose source maps name files that they do not ship would each be a line of warning.
  logLevel: 'error',
  // Tests run on the sources, so that they never see a stale build.
  resolve: {
    alias: {
      '#formats': fileURLToPath(new URL('packages/chunker/src/format/load-at-once.ts', import.meta.url)),
      '@context-sync/core/limits': fileURLToPath(new URL('packages/core/src/contract/limits.ts', import.meta.url)),
      '@context-sync/core': source('core'),
      '@context-sync/chunker/selection': fileURLToPath(
        new URL('packages/chunker/src/selection/index.ts', import.meta.url),
      ),
      '@context-sync/chunker': source('chunker'),
      '@context-sync/sync': source('sync'),
      '@context-sync/testkit': source('testkit'),
    },
  },
  test: {
    // GitHub's language service imports JSON without the attribute that Node asks for; Vite does not need it.
    server: { deps: { inline: [/@actions\/(languageservice|workflow-parser|expressions)/] } },
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'apps/*/tests/**/*.test.ts',
      'benchmarks/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
