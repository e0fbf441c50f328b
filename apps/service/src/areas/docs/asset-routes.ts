import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App, Environment } from '../../platform/access/request-environment.ts';
import { createNotFoundError, HttpError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { ifMatchHeader } from '../../platform/http/changed-response.ts';
import {
  LIST_DEFAULT_LIMIT,
  nextCursor,
  noQuery,
  pageQuery,
  slugParameters,
} from '../../platform/http/common-schemas.ts';
import { createErrorResponses, createOperationResponses } from '../../platform/http/error-responses.ts';
import { parseEtags } from '../../platform/http/etags.ts';
import { requireMediaType } from '../../platform/http/media-types.ts';
import { createAssetFile, getAssetLimitMessage } from './asset-file.ts';
import { ASSET_PATH_RULE, isAssetPath } from './asset-path.ts';
import { MAX_ASSET_BYTES } from './asset-store.ts';
import { DOCS_PATH, DOCS_ROUTE } from './docs-route.ts';
import type { DocsServices } from './services.ts';

const OCTETS = 'application/octet-stream';

const assetSchema = z
  .object({
    path: z.string(),
    sha256: z.string().describe('SHA-256 of the content, which is part of the URL of the file in the portal'),
    mediaType: z.string().describe('Media type, which the service derives from the content'),
    bytes: z.int(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'DocsAsset' });

const preconditionHeaders = ifMatchHeader.extend({
  'If-None-Match': z
    .literal('*')
    .optional()
    .openapi({ description: 'Stores the file only if no file exists at the path' }),
});

const assetParameters = slugParameters.extend({
  path: z.string().refine(isAssetPath, ASSET_PATH_RULE).openapi({
    description: 'Path of the file, with each `/` sent as `%2F`, such as `img%2Flogo.png`',
  }),
});
const binary = { [OCTETS]: { schema: z.string().openapi({ format: 'binary' }), example: 'Text of a file\n' } };

const listAssets = createRoute({
  ...DOCS_ROUTE,
  method: 'get',
  path: `${DOCS_PATH}/assets`,
  operationId: 'listDocsAssets',
  'x-role': 'member',
  summary: 'List the files of the docs, sorted by path',
  request: { params: slugParameters, query: pageQuery },
  responses: createOperationResponses(
    200,
    z.object({ assets: z.array(assetSchema), next: nextCursor }),
    'A page of files, without their contents',
  ),
});

const getAsset = createRoute({
  ...DOCS_ROUTE,
  method: 'get',
  path: `${DOCS_PATH}/assets/{path}`,
  operationId: 'getDocsAsset',
  'x-role': 'member',
  summary: 'Download a file of the docs',
  request: { params: assetParameters, query: noQuery },
  responses: { 200: { description: 'The content', content: binary }, ...createErrorResponses() },
});

const putAsset = createRoute({
  ...DOCS_ROUTE,
  method: 'put',
  path: `${DOCS_PATH}/assets/{path}`,
  operationId: 'putDocsAsset',
  'x-role': 'member',
  ...createAuditMarker('docs-asset.update'),
  summary: 'Store a file of the docs, such as an image of a page',
  description: `At most ${MAX_ASSET_BYTES} bytes. Pages refer to the file by its path. The service derives the type from the content. A browser that opens the URL of an SVG image, or of a file that is not an image, downloads the file.`,
  request: {
    params: assetParameters,
    query: noQuery,
    headers: preconditionHeaders,
    body: { required: true, content: binary },
  },
  responses: {
    ...createOperationResponses(201, assetSchema, 'The new file', 409, 412, 413, 415),
    ...createOperationResponses(200, assetSchema, 'The replaced file'),
  },
});

const deleteAsset = createRoute({
  ...DOCS_ROUTE,
  method: 'delete',
  path: `${DOCS_PATH}/assets/{path}`,
  operationId: 'deleteDocsAsset',
  'x-role': 'member',
  ...createAuditMarker('docs-asset.delete'),
  summary: 'Delete a file of the docs',
  request: { params: assetParameters, query: noQuery, headers: ifMatchHeader },
  responses: { 204: { description: 'Deleted' }, ...createErrorResponses(403, 412) },
});

/** Adds the operations of the files of the docs. */
export function addDocsAssetRoutes(app: App, { store }: DocsServices): void {
  app.openapi(listAssets, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LIST_DEFAULT_LIMIT, cursor } = c.req.valid('query');
    const { items, next } = await store.docsAssets.list(project.id, { limit, cursor });
    return c.json({ assets: [...items], next }, 200);
  });

  app.openapi(getAsset, async (c) => {
    const { slug, path } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const asset = await store.docsAssets.get(project.id, path);
    const content = asset && (await store.docsAssets.content(project.id, asset.sha256));
    if (!content) throw createNotFoundError('docs file', path);
    const bytes = Buffer.from(content.base64, 'base64');
    c.get('running')?.hold(bytes.length);
    return new Response(bytes, { headers: { 'content-type': OCTETS, etag: `"${asset.sha256}"` } });
  });

  app.openapi(putAsset, async (c) => {
    const { slug, path } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    requireMediaType(c, [OCTETS]);
    const bytes = Buffer.from(await c.req.arrayBuffer());
    if (bytes.length === 0) throw createInvalidRequestError([{ where: 'body', message: 'must not be empty' }]);
    const file = createAssetFile(path, bytes);
    const expected = readExpected(c);
    const change = { action: 'docs-asset.update', project, target: path } as const;
    const { asset, isNew } = await store.transaction((operations) =>
      auditChange(c, operations, change, async () => {
        const result = await operations.docsAssets.put(project.id, file, expected);
        if ('changed' in result) throw createChangedError(path);
        if ('limit' in result) {
          throw new HttpError('conflict', getAssetLimitMessage(result.limit));
        }
        return result;
      }),
    );
    return c.json(asset, isNew ? 201 : 200);
  });

  app.openapi(deleteAsset, async (c) => {
    const { slug, path } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const expected = readExpected(c);
    const change = { action: 'docs-asset.delete', project, target: path } as const;
    const isDeleted = await store.transaction((operations) =>
      auditChange(c, operations, change, async () => {
        const result = await operations.docsAssets.delete(project.id, path, expected);
        if (typeof result === 'object') throw createChangedError(path);
        return result;
      }),
    );
    if (!isDeleted) throw createNotFoundError('docs file', path);
    return c.body(null, 204);
  });
}

/** Returns the SHA-256 that the current file must have; null if no file may exist; undefined if the client accepts any version. */
function readExpected(c: Context<Environment>): string | null | undefined {
  if (c.req.header('if-none-match')?.trim() === '*') return null;
  const [etag] = parseEtags(c.req.header('if-match')) ?? [];
  return etag?.replaceAll('"', '');
}

const createChangedError = (path: string) =>
  new HttpError('changed_meanwhile', 'The file is not the version of the request, so nothing was changed', {
    details: [{ where: path, message: 'was changed, created or deleted' }],
  });
