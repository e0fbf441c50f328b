import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import { CAPTURE_KEY_MARKER } from '../../platform/access/capture-keys.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError, type ErrorDetail, HttpError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError } from '../../platform/errors/invalid-request.ts';
import { auditChange, createAuditException, createAuditMarker } from '../../platform/http/audit.ts';
import {
  idempotencyHeader,
  LIST_DEFAULT_LIMIT,
  nextCursor,
  noQuery,
  pageQuery,
  slugParameters,
} from '../../platform/http/common-schemas.ts';
import {
  createErrorResponses,
  createOperationResponses,
  WRITE_ERROR_STATUSES,
} from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import { formatMinute, parsePeriod } from '../../platform/time/metrics-period.ts';
import { getEndpointId } from '../logs/endpoint-name.ts';
import { findCandidates } from './hint-candidates.ts';
import { measureEffect } from './hint-effect.ts';
import { Recovery } from './recovery.ts';
import {
  candidatesQuery,
  candidatesSchema,
  effectQuery,
  effectSchema,
  errorExampleSchema,
  hintInputSchema,
  hintParameters,
  hintSchema,
  hintSetSchema,
  testedHintSchema,
} from './schemas.ts';
import type { RecoveryServices } from './services.ts';
import type { HintInput } from './store.ts';

const DEFAULT_CANDIDATES = 20;
const RECOVERY_PATH = '/api/v1/projects/{slug}/recovery';
const RECOVERY_ROUTE = { tags: ['Recovery'], 'x-extension': true, 'x-area': 'recovery', 'x-role': 'member' };
const hintBody = { required: true, content: { 'application/json': { schema: hintInputSchema } } };

const createHint = createRoute({
  ...RECOVERY_ROUTE,
  method: 'post',
  path: `${RECOVERY_PATH}/hints`,
  operationId: 'createHint',
  ...createAuditMarker('hint.create'),
  summary: 'Create a recovery hint',
  description:
    'A hint is rejected if it could never match, if it matches the same errors as another hint, or if it names an operation that does not exist.',
  request: { params: slugParameters, query: noQuery, headers: idempotencyHeader, body: hintBody },
  responses: createOperationResponses(201, hintSchema, 'The hint', 409, ...WRITE_ERROR_STATUSES),
});

const listHints = createRoute({
  ...RECOVERY_ROUTE,
  method: 'get',
  path: `${RECOVERY_PATH}/hints`,
  operationId: 'listHints',
  summary: 'List recovery hints, oldest first',
  request: { params: slugParameters, query: pageQuery },
  responses: createOperationResponses(
    200,
    z.object({ hints: z.array(hintSchema), next: nextCursor }),
    'A page of hints',
  ),
});

const getHint = createRoute({
  ...RECOVERY_ROUTE,
  method: 'get',
  path: `${RECOVERY_PATH}/hints/{hintId}`,
  operationId: 'getHint',
  summary: 'Get one recovery hint',
  request: { params: hintParameters, query: noQuery },
  responses: createOperationResponses(200, hintSchema, 'The hint'),
});

const replaceHint = createRoute({
  ...RECOVERY_ROUTE,
  method: 'put',
  path: `${RECOVERY_PATH}/hints/{hintId}`,
  operationId: 'replaceHint',
  ...createAuditMarker('hint.update'),
  summary: 'Replace a recovery hint',
  request: { params: hintParameters, query: noQuery, body: hintBody },
  responses: createOperationResponses(200, hintSchema, 'The hint', 409, 413, 415),
});

const deleteHint = createRoute({
  ...RECOVERY_ROUTE,
  method: 'delete',
  path: `${RECOVERY_PATH}/hints/{hintId}`,
  operationId: 'deleteHint',
  ...createAuditMarker('hint.delete'),
  summary: 'Delete a recovery hint with its measurements',
  request: { params: hintParameters, query: noQuery },
  responses: { 204: { description: 'Deleted' }, ...createErrorResponses(403) },
});

const getHintSet = createRoute({
  ...RECOVERY_ROUTE,
  ...CAPTURE_KEY_MARKER,
  method: 'get',
  path: `${RECOVERY_PATH}/hint-set`,
  operationId: 'getHintSet',
  summary: 'Get the enabled hints in the format of the SDK',
  request: { params: slugParameters, query: noQuery },
  responses: {
    304: { description: 'The hint set has not changed since the ETag in `If-None-Match`' },
    ...createOperationResponses(200, hintSetSchema, 'The hint set, with an ETag'),
  },
});

const testHints = createRoute({
  ...RECOVERY_ROUTE,
  method: 'post',
  path: `${RECOVERY_PATH}/test`,
  operationId: 'testHints',
  ...createAuditException('Stores nothing'),
  summary: 'Find the hint for an error and what the user would receive',
  request: {
    params: slugParameters,
    query: noQuery,
    // Like every POST, the operation accepts the Idempotency-Key header, although it stores nothing and a repeated request is harmless.
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: errorExampleSchema } } },
  },
  responses: createOperationResponses(200, testedHintSchema, 'The hint', 413, 415),
});

const listCandidates = createRoute({
  ...RECOVERY_ROUTE,
  method: 'get',
  path: `${RECOVERY_PATH}/candidates`,
  operationId: 'listHintCandidates',
  summary: 'List errors that keep users stuck and have no hint',
  request: { params: slugParameters, query: candidatesQuery },
  responses: createOperationResponses(
    200,
    candidatesSchema,
    'The errors on the UTC days of the range, sorted by the number of stuck users',
  ),
});

const getHintEffect = createRoute({
  ...RECOVERY_ROUTE,
  method: 'get',
  path: `${RECOVERY_PATH}/hints/{hintId}/effect`,
  operationId: 'getHintEffect',
  summary: 'Compare users who received a hint with users from whom it was withheld',
  request: { params: hintParameters, query: effectQuery },
  responses: createOperationResponses(200, effectSchema, 'Recovered users of both groups, and the difference'),
});

export function addRecoveryRoutes(app: App, services: RecoveryServices): void {
  const recovery = new Recovery(services.store, services.endpoints);
  addWriteRoutes(app, services, recovery);
  addReadRoutes(app, services, recovery);
  addReportRoutes(app, services);
}

function addWriteRoutes(app: App, { store }: RecoveryServices, recovery: Recovery): void {
  const check = async (projectId: string, input: HintInput) => {
    const { problems, matchKey } = await recovery.check(projectId, input);
    if (problems.length > 0) throw createInvalidRequestError(problems);
    return matchKey;
  };

  app.openapi(createHint, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const input = c.req.valid('json');
    const matchKey = await check(project.id, input);
    return respondOnce(c, store, {
      create(operations) {
        const change = { action: 'hint.create', project, target: ({ id }: { id: string }) => id } as const;
        return auditChange(c, operations, change, async () => {
          const createdHint = await operations.hints.create(project.id, input, matchKey);
          if ('limit' in createdHint) throw createTooManyHintsError(createdHint.limit);
          if ('sameAs' in createdHint) throw createDuplicateHintError(createdHint.sameAs);
          return { id: createdHint.id, createdAt: createdHint.createdAt };
        });
      },
      location: ({ id }) => `${c.req.path}/${id}`,
      body: ({ id, createdAt }) => ({ id, ...input, createdAt, updatedAt: createdAt, problems: [] }),
    });
  });

  app.openapi(replaceHint, async (c) => {
    const { slug, hintId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const input = c.req.valid('json');
    const matchKey = await check(project.id, input);
    const change = { action: 'hint.update', project, target: hintId } as const;
    const hint = await store.transaction((operations) =>
      auditChange(c, operations, change, async () => {
        const replacedHint = await operations.hints.replace(project.id, hintId, input, matchKey);
        if (replacedHint && 'sameAs' in replacedHint) throw createDuplicateHintError(replacedHint.sameAs);
        return replacedHint;
      }),
    );
    if (!hint) throw createNotFoundError('hint', hintId);
    return c.json({ ...hint, problems: [] }, 200);
  });

  app.openapi(deleteHint, async (c) => {
    const { slug, hintId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const change = { action: 'hint.delete', project, target: hintId } as const;
    const isDeleted = await store.transaction((operations) =>
      auditChange(c, operations, change, () => operations.hints.delete(project.id, hintId)),
    );
    if (!isDeleted) throw createNotFoundError('hint', hintId);
    return c.body(null, 204);
  });
}

function addReadRoutes(app: App, { store }: RecoveryServices, recovery: Recovery): void {
  app.openapi(listHints, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { limit = LIST_DEFAULT_LIMIT, cursor } = c.req.valid('query');
    const { items, next: more } = await store.hints.list(project.id, { limit, cursor });
    return c.json({ hints: await recovery.describe(project.id, items), next: more }, 200);
  });

  app.openapi(getHint, async (c) => {
    const { slug, hintId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const hint = await store.hints.get(project.id, hintId);
    const [described] = hint ? await recovery.describe(project.id, [hint]) : [];
    if (!described) throw createNotFoundError('hint', hintId);
    return c.json(described, 200);
  });

  app.openapi(getHintSet, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { json, etag } = await recovery.hintSet(project.id);
    if (isKnown(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers: { etag } });
    return new Response(json, { headers: { etag, 'content-type': 'application/json' } });
  });

  app.openapi(testHints, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const match = await recovery.find(project.id, c.req.valid('json'));
    return c.json({ hint: match?.hint ?? null, sent: match?.sent ?? null }, 200);
  });
}

function addReportRoutes(app: App, { store, endpoints }: RecoveryServices): void {
  app.openapi(listCandidates, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { since, until, limit = DEFAULT_CANDIDATES } = c.req.valid('query');
    const range = parsePeriod({ since, until }, Date.now());
    const { days, candidates } = await findCandidates(store, endpoints, project.id, range);
    const candidateList = candidates.slice(0, limit).map(({ users, stuckUsers, errorCode, ...each }) => ({
      endpointId: getEndpointId(each),
      ...each,
      errorCode: errorCode || null,
      users,
      stuckUsers,
    }));
    return c.json({ since: formatMinute(days.from), until: formatMinute(days.to), candidates: candidateList }, 200);
  });

  app.openapi(getHintEffect, async (c) => {
    const { slug, hintId } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const hint = await store.hints.get(project.id, hintId);
    if (!hint) throw createNotFoundError('hint', hintId);
    const now = Date.now();
    const query = c.req.valid('query');
    const { from, to } = parsePeriod({ since: query.since ?? '-30d', until: query.until }, now);
    const range = { since: formatMinute(from), until: formatMinute(to) };
    return c.json({ ...range, ...(await measureEffect(store, project.id, hint, range, now)) }, 200);
  });
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

function createDuplicateHintError(id: string): HttpError {
  const details: ErrorDetail[] = [{ where: 'body.match', message: `is the same as that of ${id}` }];
  const message = `Hint ${id} matches the same errors, so one of the two hints would never be returned. Change or delete that hint, or add a condition`;
  return new HttpError('conflict', message, { details });
}

function createTooManyHintsError(limit: number): HttpError {
  const message = `The project has ${limit} hints, which is the maximum: delete one that has no effect`;
  return new HttpError('conflict', message);
}
