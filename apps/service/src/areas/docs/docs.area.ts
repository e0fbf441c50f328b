import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import type { DocsAssetPorts } from './asset-store.ts';
import { createSqlDocsAssets, readAssetBytes } from './assets-sql.ts';
import { DOCS_MIGRATIONS } from './migrations.ts';
import type { DocsPreviewPorts } from './preview-store.ts';
import { createSqlDocsPreviews, readPreviewBytes } from './previews-sql.ts';
import { createSqlDocs, readPageBytes } from './sql.ts';
import type { DocsPorts } from './store.ts';
import { DOCS_TABLES } from './tables.ts';

export const docsArea = defineArea({
  name: 'docs',
  migrations: DOCS_MIGRATIONS,
  tables: DOCS_TABLES,
  auditActions: [
    'docs-settings.update',
    'docs-page.update',
    'docs-page.delete',
    'docs-batch.update',
    'docs-asset.update',
    'docs-asset.delete',
    'docs-preview.update',
  ],
  auditTargets: {
    'docs-settings': { read: ({ docs }: DocsPorts, projectId: string) => docs.settings(projectId) },
    'docs-page': { read: ({ docs }: DocsPorts, projectId: string, path: string) => docs.page(projectId, path) },
    'docs-asset': {
      read: ({ docsAssets }: DocsAssetPorts, projectId: string, path: string) => docsAssets.get(projectId, path),
    },
    'docs-preview': {
      read: async ({ docsPreviews }: DocsPreviewPorts, projectId: string, hash: string) => {
        const found = await docsPreviews.get(projectId, hash);
        return found && { hash, expiresAt: found.expiresAt };
      },
    },
    'docs-batch': {
      read: async ({ docs }: DocsPorts, projectId: string) => ({
        pages: (await docs.all(projectId)).map(({ path, etag }) => ({ path, etag })),
      }),
    },
  },
  createPorts: ({ sql }: SqlContext): DocsPorts & DocsAssetPorts & DocsPreviewPorts => ({
    docs: createSqlDocs(sql),
    docsAssets: createSqlDocsAssets(sql),
    docsPreviews: createSqlDocsPreviews(sql),
  }),
  reads: {
    docs: {
      settings: 'quick',
      list: 'quick',
      all: 'quick',
      page: 'quick',
      rendered: 'quick',
      existing: 'quick',
      outlines: 'quick',
      former: 'quick',
      portal: 'quick',
      unrendered: 'slow',
    },
    docsPreviews: { get: 'quick' },
    docsAssets: { list: 'quick', all: 'quick', get: 'quick', content: 'quick' },
  },
  readProjectSize: async (sql, projectId) =>
    (await readPageBytes(sql, projectId)) +
    (await readAssetBytes(sql, projectId)) +
    (await readPreviewBytes(sql, projectId)),
  load: async () => (await import('./interface.ts')).docsInterface,
});
