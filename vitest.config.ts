import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string) => fileURLToPath(new URL(`packages/${name}/src/index.ts`, import.meta.url));

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from a default export
export default defineConfig({
  // Tests run on the sources, so that they never see a stale build.
  resolve: {
    alias: {
      '@context-sync/core': source('core'),
      '@context-sync/chunker': source('chunker'),
      '@context-sync/sync': source('sync'),
      '@context-sync/testkit': source('testkit'),
    },
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'apps/*/tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
