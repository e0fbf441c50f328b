import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { idempotencyHeader, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import { requireMediaType } from '../../platform/http/media-types.ts';
import { findBrokenLinks } from './broken-links.ts';
import { createLimitError } from './changed-response.ts';
import { createStoredRendering } from './docs-renderer.ts';
import { DOCS_PATH, DOCS_ROUTE } from './docs-route.ts';
import { type DeletionLine, MAX_PAGES_PER_BATCH, type PageLine, parsePageLines } from './page-lines.ts';
import { computePageEtag } from './page-rows.ts';
import { batchResultSchema } from './schemas.ts';
import type { DocsServices } from './services.ts';
import type { PageChange, PageChangeCounts, PagePrecondition } from './store.ts';

/** Maximum size of a batch, before and after decompression. */
export const MAX_BATCH_BYTES = 8_388_608;
/** Maximum number of warnings in the response to a batch. */
const MAX_BATCH_WARNINGS = 200;

/** Maximum number of pages that the error about changed pages lists. */
const MAX_CHANGED_PATHS = 100;

const NDJSON = 'application/x-ndjson';
const EXAMPLE_LINES = [
  { path: 'start', title: 'Start', markdown: 'Install the client.' },
  { path: 'guides/errors', title: 'Errors', markdown: 'Each error has a code.', movedFrom: 'errors' },
  { path: 'old', delete: true },
];

const putPages = createRoute({
  ...DOCS_ROUTE,
  method: 'post',
  path: `${DOCS_PATH}/pages-batch`,
  operationId: 'putDocsPages',
  'x-role': 'member',
  ...createAuditMarker('docs-batch.update'),
  summary: 'Create, replace, move and delete pages in bulk (NDJSON), all or none',
  description:
    'Clients that publish a folder use this operation if the OpenAPI document contains it. Pages that are not in the batch do not change. A repeated batch changes nothing. A line can contain the ETag of the page that it replaces or deletes as `ifMatch`, or null if there must be no page; if the ETag of one page differs, nothing changes. The body may be compressed with gzip.',
  request: {
    params: slugParameters,
    query: noQuery,
    headers: idempotencyHeader,
    body: {
      required: true,
      content: {
        [NDJSON]: {
          schema: z.string().openapi({
            description: `At most ${MAX_PAGES_PER_BATCH} lines. Each line is a DocsPageInput with its \`path\` and, if the page was moved, the previous path as \`movedFrom\`; or the \`path\` of a page with \`delete: true\`. \`ifMatch\` and \`movedFromIfMatch\` are optional ETags of the pages at both paths`,
          }),
          example: EXAMPLE_LINES.map((line) => `${JSON.stringify(line)}\n`).join(''),
        },
      },
    },
  },
  responses: createOperationResponses(
    201,
    batchResultSchema,
    'What was changed, and the warnings of the pages',
    409,
    412,
    ...WRITE_ERROR_STATUSES,
  ),
});

/** Adds the operation that changes many pages in one request. */
export function addDocsBatchRoute(app: App, { store, docsRenderer }: DocsServices): void {
  app.openapi(putPages, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    requireMediaType(c, [NDJSON]);
    const lines = parsePageLines(await c.req.text());
    const pages = lines.flatMap((line) => ('delete' in line ? [] : [line]));
    const renderedPages = await docsRenderer.renderAll(pages);
    const renderings = new Map(pages.map(({ path }, index) => [path, renderedPages[index]]));
    const changes = lines.map((line): PageChange => {
      const rendering = renderings.get(line.path);
      if ('delete' in line || !rendering) return { path: line.path, page: null };
      const { path, movedFrom = null, ifMatch: _known, movedFromIfMatch: _knownBefore, ...page } = line;
      return { path, page, movedFrom, rendering: createStoredRendering(rendering) };
    });
    const preconditions = lines.flatMap(listPreconditions);
    return respondOnce(c, store, {
      create(operations) {
        const change = { action: 'docs-batch.update', project, target: project.id } as const;
        return auditChange(c, operations, change, async (): Promise<PageChangeCounts> => {
          const counts = await operations.docs.applyBatch(project.id, changes, preconditions);
          if ('limit' in counts) throw createLimitError(counts.limit);
          if ('changed' in counts) throw createPreconditionError(counts.changed);
          return counts;
        });
      },
      async body(counts) {
        const own = [...renderings].flatMap(([path, rendering]) =>
          (rendering?.warnings ?? []).map((message) => ({ path, message })),
        );
        const existenceByPath = new Map(lines.map((line) => [line.path, !('delete' in line)]));
        const withLinks = [...renderings].map(([path, rendering]) => ({ path, links: rendering?.links ?? [] }));
        const broken = await findBrokenLinks(store, project.id, withLinks, existenceByPath);
        const stored = changes.flatMap(({ path, page }) => (page ? [{ path, etag: computePageEtag(path, page) }] : []));
        return { ...counts, pages: stored, warnings: [...own, ...broken].slice(0, MAX_BATCH_WARNINGS) };
      },
    });
  });
}

/** Returns the ETags that a client expects for the pages that a line replaces, moves or deletes. */
function listPreconditions(line: PageLine | DeletionLine): PagePrecondition[] {
  const own = line.ifMatch === undefined ? [] : [{ path: line.path, etag: line.ifMatch }];
  if ('delete' in line || line.movedFrom === undefined || line.movedFromIfMatch === undefined) return own;
  return [...own, { path: line.movedFrom, etag: line.movedFromIfMatch }];
}

function createPreconditionError(paths: readonly string[]): HttpError {
  return new HttpError('changed_meanwhile', 'Pages are not the versions of `ifMatch`, so nothing was changed', {
    details: paths
      .slice(0, MAX_CHANGED_PATHS)
      .map((path) => ({ where: path, message: 'was changed or does not exist' })),
  });
}
