import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App, Environment } from '../../platform/access/request-environment.ts';
import { createNotFoundError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses } from '../../platform/http/error-responses.ts';
import { requireMediaType } from '../../platform/http/media-types.ts';
import { DOCS_PATH, DOCS_ROUTE } from './docs-route.ts';
import { MAX_PAGES_PER_BATCH, parsePageLines } from './page-lines.ts';
import { getPortalUrl } from './portal-url.ts';
import { type DocsPreview, MAX_PREVIEWS, type PreviewPage } from './preview-store.ts';
import type { DocsServices } from './services.ts';

interface ProjectName {
  readonly id: string;
  readonly slug: string;
}

const NDJSON = 'application/x-ndjson';
const EXAMPLE = { path: 'start', title: 'Start', markdown: 'Install the client.' };

const previewSchema = z
  .object({
    hash: z.string(),
    path: z.string().describe('Path of the preview on the host of the service'),
    url: z.url().nullable().describe('URL of the preview. Null if the service does not know its public URL'),
    pages: z.int().describe('Number of pages'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'DocsPreview' });

const getPreview = createRoute({
  ...DOCS_ROUTE,
  method: 'get',
  path: `${DOCS_PATH}/previews/{hash}`,
  operationId: 'getDocsPreview',
  'x-role': 'member',
  summary: 'Get a preview of pages that are not published',
  description: 'The response contains no pages. A preview that has expired does not exist.',
  request: { params: slugParameters.extend({ hash: z.string().max(64) }), query: noQuery },
  responses: createOperationResponses(200, previewSchema, 'The preview'),
});

const putPreview = createRoute({
  ...DOCS_ROUTE,
  method: 'put',
  path: `${DOCS_PATH}/previews/{hash}`,
  operationId: 'putDocsPreview',
  'x-role': 'member',
  ...createAuditMarker('docs-preview.update'),
  summary: 'Create a preview of pages that are not published (NDJSON)',
  description: `The pages are shown at \`/p/{slug}/~{hash}\` for 14 days, to everyone who knows the URL and can read the portal. No list contains them, and search engines are asked to ignore them. A project has at most ${MAX_PREVIEWS} previews; a new one replaces the oldest one. The body may be compressed with gzip.`,
  request: {
    params: slugParameters.extend({
      hash: z
        .string()
        .regex(/^[0-9a-f]{16,64}$/, 'must be 16 to 64 hexadecimal digits')
        .openapi({ description: 'Hash that names the preview, such as the hash of a plan' }),
    }),
    query: noQuery,
    body: {
      required: true,
      content: {
        [NDJSON]: {
          schema: z.string().openapi({
            description: `At most ${MAX_PAGES_PER_BATCH} lines. Each line is a DocsPageInput with its \`path\``,
          }),
          example: `${JSON.stringify(EXAMPLE)}\n`,
        },
      },
    },
  },
  responses: {
    ...createOperationResponses(201, previewSchema, 'The new preview', 413, 415),
    ...createOperationResponses(200, previewSchema, 'The replaced preview'),
  },
});

/** Adds the operations that store a preview and return it. */
export function addDocsPreviewRoutes(app: App, services: DocsServices): void {
  const { store, docsRenderer } = services;
  const createRecord = async (c: Context<Environment>, { id, slug }: ProjectName, preview: DocsPreview) => {
    const { hash, pages, expiresAt } = preview;
    const { anonymousRead } = await store.docs.settings(id);
    const portalUrl = getPortalUrl(c, services, slug, anonymousRead);
    const url = portalUrl === null ? null : `${portalUrl}/~${hash}`;
    return { hash, path: `/p/${slug}/~${hash}`, url, pages: pages.length, expiresAt };
  };

  app.openapi(getPreview, async (c) => {
    const { slug, hash } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const preview = await store.docsPreviews.get(project.id, hash);
    if (!preview) throw createNotFoundError('docs preview', hash);
    return c.json(await createRecord(c, project, preview), 200);
  });

  app.openapi(putPreview, async (c) => {
    const { slug, hash } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    requireMediaType(c, [NDJSON]);
    const lines = parsePageLines(await c.req.text()).map((line) => {
      if ('delete' in line) throw createInvalidRequestError([{ where: 'body', message: 'must contain pages only' }]);
      return line;
    });
    const renderedPages = await docsRenderer.renderAll(lines);
    const pages = lines.map(({ path, title, description, public: isPublic, order }, index): PreviewPage => {
      const { html = '', outline = [] } = renderedPages[index] ?? {};
      return { path, title, description, public: isPublic, order, html, outline };
    });
    const change = { action: 'docs-preview.update', project, target: hash } as const;
    const { preview, isNew } = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.docsPreviews.put(project.id, hash, pages)),
    );
    return c.json(await createRecord(c, project, preview), isNew ? 201 : 200);
  });
}
