import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ServiceStore } from './areas.ts';
import { Parsers } from './parsers.ts';
import { admitAnonymous } from './platform/access/admit-anonymous.ts';
import { type AuthenticationFailure, authenticate } from './platform/access/authenticate.ts';
import { limitCaptureKeys } from './platform/access/capture-keys.ts';
import type { App, Environment } from './platform/access/request-environment.ts';
import { CursorError } from './platform/database/cursor.ts';
import { StoreUnavailableError } from './platform/database/store-unavailable-error.ts';
import { ERRORS, HttpError } from './platform/errors/errors.ts';
import { createInvalidRequestError } from './platform/errors/invalid-request.ts';
import { createMalformedJsonError } from './platform/errors/malformed-json.ts';
import { createMediaTypeError } from './platform/errors/media-type.ts';
import { storeFailure } from './platform/errors/service-unavailable.ts';
import { admitWrites } from './platform/http/admit-writes.ts';
import { auditRefusals } from './platform/http/audit.ts';
import { inflateBodies, limitBodySize, rejectCompressedBodies } from './platform/http/body-limit.ts';
import { createDeadline, REQUEST_DEADLINE_MS } from './platform/http/deadline.ts';
import { DeclaredOperations } from './platform/http/declared-operations.ts';
import { checkContentType } from './platform/http/media-types.ts';
import { observeRequests } from './platform/http/observe-requests.ts';
import { addOpenApiEndpoint } from './platform/http/openapi-endpoint.ts';
import { addProbes } from './platform/http/probes.ts';
import { checkAccountAccess, checkProjectAccess } from './platform/http/project-access.ts';
import { describeRejectedInput } from './platform/http/rejected-input.ts';
import { setResponseHeaders } from './platform/http/response-headers.ts';
import { createUnknownPathError } from './platform/http/unknown-path.ts';
import { checkUrlEncoding } from './platform/http/url-encoding.ts';
import { addMcpEndpoint, type McpOptions } from './platform/mcp/mcp-endpoint.ts';
import type { McpCatalog } from './platform/mcp/mcp-server.ts';
import type { RequestObserver } from './platform/observe/request-observer.ts';
import { addAssets } from './platform/pages/assets.ts';
import { addComponentsPage } from './platform/pages/components-page.tsx';
import { Pages } from './platform/pages/pages.tsx';
import { Quotas } from './platform/quotas/quotas.ts';
import { createRateLimits, type RateLimitOptions } from './platform/rate-limit/rate-limits.ts';
import { type Concurrency, createConcurrency } from './platform/rate-limit/running-requests.ts';
import { createServices, INTERFACES, type Services } from './services.ts';

export interface AppOptions {
  /** Rate limits. By default, requests are not limited. */
  readonly rateLimits?: RateLimitOptions;
  /** Quotas of keys, projects and the database. By default, there are none. */
  readonly quotas?: Quotas;
  /** Limits of running requests. By default, they are not limited. */
  readonly concurrency?: Concurrency;
  readonly trustProxy?: boolean;
  readonly observer?: RequestObserver;
  /** Called for every request that is rejected with 401. */
  readonly onAuthenticationFailure?: ((failure: AuthenticationFailure) => void) | undefined;
  /** A signal that is aborted when the service begins to shut down. */
  readonly stopping?: AbortSignal;
  /** Additional names of headers, parameters and properties whose values are redacted. */
  readonly redactedNames?: readonly string[];
  readonly mcp?: McpOptions;
  /** URL at which users reach the service. Without this URL, pages work only in a browser on the same machine. */
  readonly publicUrl?: string | undefined;
  /** Whether `/dev/components` shows the components of the pages. Default: false. */
  readonly development?: boolean;
  /** Deadline of a request in milliseconds, after which the service responds with 503. Default: 30 s. */
  readonly requestDeadline?: number;
  /**
   * Parsers of request bodies. The code that creates the app must close them. By default, the app creates parsers whose worker processes end with
   * this process.
   */
  readonly parsers?: Parsers;
  /** Services of the areas. By default, they are created for the store and the parsers. */
  readonly services?: Services;
}

/**
 * Creates the HTTP API of a store.
 * @param report receives internal errors, for which the client gets a 500 without details, and store failures, for which the client gets a 503
 */
export function createApp(
  store: ServiceStore,
  report: (error: unknown) => void,
  {
    redactedNames = [],
    rateLimits = {},
    quotas = new Quotas(store, {}),
    concurrency = createConcurrency(),
    trustProxy = false,
    observer,
    onAuthenticationFailure,
    stopping,
    mcp = {},
    publicUrl,
    development = false,
    requestDeadline = REQUEST_DEADLINE_MS,
    parsers = new Parsers({ redactedNames }),
    services = createServices(store, parsers, report),
  }: AppOptions = {},
): App {
  const { portalHosts } = services;
  const app: App = new OpenAPIHono<Environment>({
    getPath: (request) => portalHosts.getRoutePath(request),
    defaultHook: (result, c) => {
      if (result.success) return;
      throw createInvalidRequestError(describeRejectedInput(result, operations.find(c)));
    },
  });

  const operations = new DeclaredOperations(app);

  app.use(setRequestId());
  app.use(setResponseHeaders());
  if (observer) app.use(observeRequests(observer));
  app.use(createDeadline(requestDeadline, report));
  const respondWithError = createErrorResponder(report, (c, error) => pages.renderError(c, error));
  app.onError(respondWithError);

  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', { type: 'http', scheme: 'bearer' });
  addOpenApiEndpoint(app, () => openApiDocument(app));
  addProbes(app, store, stopping);

  app.use('/api/*', auditRefusals(store, operations));
  const limits = createRateLimits(rateLimits);
  const authentication = { limits, concurrency, trustProxy, onFailure: onAuthenticationFailure };
  const bodyRules = INTERFACES.flatMap(({ bodies = [] }) => bodies);
  app.use('/mcp', rejectCompressedBodies(bodyRules));
  const limitBodies = limitBodySize(bodyRules);
  const access = { catalog: createCatalog(services), tokens: services.connectedApplications };
  app.use('/oauth/*', admitAnonymous(authentication), rejectCompressedBodies(bodyRules), limitBodies);
  for (const path of ['/p/*', '/.well-known/*', '/mcp/server-card']) app.use(path, admitAnonymous(authentication));
  addMcpEndpoint(app, { store, ...access, authentication, limitBodySize: limitBodies, report, stopping }, mcp);
  app.use(
    '/api/*',
    authenticate(store, authentication),
    limitCaptureKeys((c) => operations.find(c)),
  );
  app.use('/api/*', checkAccountAccess(operations));
  app.use('/api/v1/projects/:slug/*', checkProjectAccess(store, operations));
  app.use('/api/*', checkUrlEncoding(), checkContentType(operations));
  app.use('/api/*', rejectCompressedBodies(bodyRules), limitBodies, inflateBodies(bodyRules));
  app.use('/api/v1/projects/:slug/*', admitWrites(quotas));
  const shownOptions = { trustProxy, publicUrl, portalHosts };
  const pages = new Pages(app, { store, limits, concurrency, limitBodySize: limitBodies, ...shownOptions });
  addAssets(app);
  if (development) addComponentsPage(pages);
  for (const area of INTERFACES) area.addPages?.(pages, services);
  for (const area of INTERFACES) area.addRoutes?.(app, services);
  // The response is returned instead of thrown, because an error would skip the middleware that runs after the handler.
  app.notFound((c) => respondWithError(createUnknownPathError(app, pages, c.req), c));
  return app;
}

/**
 * Returns the function that creates the response to an error.
 * @param renderPage returns the page for an error; undefined if the client is not a browser
 */
function createErrorResponder(
  report: (error: unknown) => void,
  renderPage: Pages['renderError'],
): (error: unknown, c: Context<Environment>) => Promise<Response> {
  return async (error, c) => {
    const { code, message, pageMessage, details, headers: more } = await toHttpError(error, c);
    const isInternal = code === 'internal_error' || error instanceof StoreUnavailableError;
    if (isInternal && !c.req.raw.signal.aborted) report(error);
    const headers: Record<string, string> = { ...more, 'x-request-id': c.get('requestId') };
    if (code === 'unauthorized') headers['www-authenticate'] ??= 'Bearer';
    const body = { code, message, requestId: c.get('requestId'), ...(details ? { details } : {}) };
    const { requestId } = body;
    const page = await renderPage(c, { status: ERRORS[code][0], message: pageMessage, requestId, headers });
    if (page) return page;
    for (const { formatError } of INTERFACES) {
      const response = formatError?.(c, ERRORS[code][0], message, headers, body);
      if (response) return response;
    }
    return c.json({ error: body }, ERRORS[code][0], headers);
  };
}

/** Reads the request id from its header, or creates an id, and returns it in the response header. */
function setRequestId(): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const header = c.req.header('x-request-id');
    c.set('requestId', header !== undefined && /^[\w.-]{1,128}$/.test(header) ? header : randomUUID());
    await next();
    c.res.headers.set('x-request-id', c.get('requestId'));
  };
}

/** Returns the tools and resources that the areas offer to MCP clients. */
function createCatalog(services: Services): McpCatalog {
  return {
    listTools: services.listTools,
    registry: services.toolCalls,
    addResources(server, viewer) {
      for (const area of INTERFACES) area.addResources?.(server, services, viewer);
    },
  };
}

/** Returns the OpenAPI document of the service's own API. DeclaredOperations that are not in the specification have `x-extension: true`. */
export function openApiDocument(app: App): object {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Project Observability and Docs Management API',
      version: '1.0.0',
      description: 'Programmatic interface for working with projects through a personal API key.',
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
  });
  return { ...document, paths: addKeyKinds(document.paths ?? {}) };
}

/** Adds to each operation in the OpenAPI document the kinds of keys that may use the operation. */
function addKeyKinds(paths: object): object {
  const describedPaths = Object.entries(paths).map(([path, operations]: [string, object]) => {
    const markedOperations = Object.entries(operations).map(([method, operation]: [string, object]) => {
      const { 'x-capture-key': capture, ...rest } = operation as { 'x-capture-key'?: true };
      const keys = ['full', ...(method === 'get' ? ['read-only'] : []), ...(capture ? ['capture'] : [])];
      return [method, { ...rest, 'x-keys': keys }];
    });
    return [path, Object.fromEntries(markedOperations)];
  });
  return Object.fromEntries(describedPaths);
}

async function toHttpError(error: unknown, c: Context<Environment>): Promise<HttpError> {
  if (error instanceof HttpError) return error;
  if (error instanceof StoreUnavailableError) return storeFailure(error);
  if (error instanceof CursorError)
    return createInvalidRequestError([{ where: 'query.cursor', message: error.message }]);
  if (error instanceof HTTPException) {
    // The library only rejects bodies without a media type, because `checkContentType` has checked all others.
    if (error.status === 415) return createMediaTypeError(['application/json'], undefined);
    // The other errors of the library occur for bodies that are not JSON. The body text is cached, because the library has already read the body.
    if (error.status < 500) return createMalformedJsonError(await c.req.text());
  }
  // Reading the body of an aborted request fails. The client does not receive this response, but the request log and the metrics contain its status.
  if (c.req.raw.signal.aborted)
    return new HttpError('invalid_request', 'The client disconnected before the request was complete');
  return new HttpError('internal_error', ERRORS.internal_error[1]);
}
