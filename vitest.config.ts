import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (name: string) => fileURLToPath(new URL(`packages/${name}/src/index.ts`, import.meta.url));

const MINUTE = 60_000;
/** Tests of kills, faults and races: each runs the product many times. `npm run crashes` runs more of them. */
const SOAK = [
  'tests/soak/**/*.test.ts',
  'apps/service/src/store/{behavior,postgres}/kill.test.ts',
  'apps/service/src/store/postgres/interruptions.test.ts',
];
/** Tests that run a bounded sample in the unit tier and everything in the soak tier. */
const SAMPLED = globSync('{packages,apps}/*/src/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes("from '@context-sync/test-tier'"),
);

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from a default export
export default defineConfig({
  // Packages whose source maps name files that they do not ship would each be a line of warning.
  logLevel: 'error',
  // Tests run on the sources, so that they never see a stale build.
  resolve: {
    alias: {
      '#formats': fileURLToPath(new URL('packages/formats/src/load-eagerly.ts', import.meta.url)),
      '#front-matter-parsers': fileURLToPath(
        new URL('packages/formats/src/front-matter/load-eagerly.ts', import.meta.url),
      ),
      '@context-sync/core/limits': fileURLToPath(new URL('packages/core/src/contract/limits.ts', import.meta.url)),
      '@context-sync/core/text': fileURLToPath(new URL('packages/core/src/text.ts', import.meta.url)),
      '@context-sync/core': source('core'),
      '@context-sync/formats/extensions': fileURLToPath(new URL('packages/formats/src/extensions.ts', import.meta.url)),
      '@context-sync/formats/seeded': fileURLToPath(new URL('packages/formats/src/testing/seeded.ts', import.meta.url)),
      '@context-sync/formats': source('formats'),
      '@context-sync/openapi': source('openapi'),
      '@context-sync/redaction': source('redaction'),
      '@context-sync/selection': source('selection'),
      '@context-sync/test-tier': source('test-tier'),
      '@context-sync/chunker': source('chunker'),
      '@context-sync/sync': source('sync'),
      '@context-sync/testkit': source('testkit'),
    },
  },
  test: {
    // GitHub's language service imports JSON without the attribute that Node asks for; Vite does not need it.
    server: { deps: { inline: [/@actions\/(languageservice|workflow-parser|expressions)/] } },
    projects: [
      {
        extends: true,
        // Pure functions: nothing of one file is left for the next, so they share a process.
        test: {
          name: 'pure',
          include: ['packages/{chunker,core,formats,openapi,redaction,selection,sync}/src/**/*.test.ts'],
          isolate: false,
          testTimeout: MINUTE * 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/testkit/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'benchmarks/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/layers/**/*.test.ts',
          ],
          exclude: SOAK,
          testTimeout: MINUTE * 3,
          hookTimeout: MINUTE * 3,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        // The shipped bundle, the service and git as processes: they wait more than they work. The limits only end what hangs.
        test: {
          name: 'bundle',
          include: ['tests/bundle/**/*.test.ts'],
          isolate: false,
          testTimeout: MINUTE * 15,
          hookTimeout: MINUTE * 5,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          include: [...SOAK, ...SAMPLED],
          env: { CONTEXT_SYNC_TEST_TIER: 'soak' },
          testTimeout: MINUTE * 30,
          hookTimeout: MINUTE * 5,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
