import { dereferenceValue } from '@context-sync/openapi';
import { z } from 'zod';
import type { ApiResponse } from '../client/api-response.ts';
import type { Transport } from '../client/http-transport.ts';
import { ApiError } from '../errors/api-error.ts';
import { HtmlResponseError } from '../errors/response-errors.ts';

/** Capabilities of a service beyond the five operations of the specification. */
export const capabilities = z.object({
  /** Whether POST requests honor the Idempotency-Key. */
  idempotency: z.boolean(),
  /** Whether a context item can be updated. */
  update: z.boolean(),
  /** Whether a context item can be deleted. */
  delete: z.boolean(),
  /** Whether all context items can be listed page by page. */
  list: z.boolean(),
  /** Whether pages and files of a docs portal can be published; absent if they cannot. */
  docsPages: z.literal(true).optional(),
  /** Whether a plan can have a preview of the pages; absent if it cannot. */
  docsPreviews: z.literal(true).optional(),
});

export type Capabilities = z.infer<typeof capabilities>;

/** The capabilities of a service that implements only the specification. */
export const NO_CAPABILITIES: Capabilities = { idempotency: false, update: false, delete: false, list: false };

const parameter = z.looseObject({ in: z.string().optional(), name: z.string().optional() });
const parameters = z.looseObject({ parameters: z.array(parameter).optional() });
const openApiDocument = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.looseObject({})),
  servers: z.array(z.looseObject({ url: z.string() })).optional(),
});

/** Size limit of an OpenAPI document: 8 MiB, which is also the limit of the service in this repository. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

const ITEMS_PATTERN = /^\/api\/v1\/projects\/\{[^/{}]+\}\/context$/;
const ITEM_PATTERN = /^\/api\/v1\/projects\/\{[^/{}]+\}\/context\/\{[^/{}]+\}$/;
/** The operations with which a docs portal is published. */
const DOCS_OPERATIONS = (
  [
    ['settings', 'get'],
    ['settings', 'put'],
    ['pages', 'get'],
    ['pages/[^/]+', 'get'],
    ['pages-batch', 'post'],
    ['assets', 'get'],
    ['assets/[^/]+', 'put'],
    ['assets/[^/]+', 'delete'],
  ] as const
).map(([path, method]) => [new RegExp(`^/api/v1/projects/\\{[^/{}]+\\}/docs/${path}$`), method] as const);
/** The operations with which the pages of a plan are previewed. */
const PREVIEW_PATTERN = /^\/api\/v1\/projects\/\{[^/{}]+\}\/docs\/previews\/\{[^/{}]+\}$/;
const SOURCES_PATTERN = /^\/api\/v1\/projects\/\{[^/{}]+\}\/data-sources$/;

/**
 * Reads the capabilities from an OpenAPI document. They depend on the declared paths and methods, an `Idempotency-Key` header parameter on both POST
 * operations, and an `after` query parameter on the list. The client never uses a capability that is not declared.
 */
export function readCapabilities(document: unknown): Capabilities {
  const isDeclared = findDeclarations(document);
  const keyHeader = { in: 'header', name: 'idempotency-key' };
  return {
    idempotency: isDeclared(ITEMS_PATTERN, 'post', keyHeader) && isDeclared(SOURCES_PATTERN, 'post', keyHeader),
    update: isDeclared(ITEM_PATTERN, 'put'),
    delete: isDeclared(ITEM_PATTERN, 'delete'),
    list: isDeclared(ITEMS_PATTERN, 'get', { in: 'query', name: 'after' }),
    ...(DOCS_OPERATIONS.every(([path, method]) => isDeclared(path, method)) ? { docsPages: true } : {}),
    ...(isDeclared(PREVIEW_PATTERN, 'get') && isDeclared(PREVIEW_PATTERN, 'put') ? { docsPreviews: true } : {}),
  };
}

/** Returns whether an OpenAPI document declares an operation, with a certain parameter if one is given. Parameter names are case-insensitive. */
type DeclaresParameter = (
  path: RegExp,
  method: string,
  withParameter?: { readonly in: string; readonly name: string },
) => boolean;

/**
 * Returns a function that looks up the operations that an OpenAPI document declares. Paths start at the host, so they include the path of the first server's
 * URL. Parameters may also be declared for the whole path or be references.
 */
export function findDeclarations(document: unknown): DeclaresParameter {
  const documentResult = openApiDocument.safeParse(document);
  if (!documentResult.success) return () => false;
  const { paths, servers } = documentResult.data;
  const prefix = getPath(servers?.[0]?.url ?? '');
  const getParameters = (value: unknown) => {
    const { data } = parameters.safeParse(value);
    return (data?.parameters ?? []).map((each) => parameter.safeParse(dereferenceValue(document, each)).data);
  };
  return (path, method, withParameter) =>
    Object.entries(paths).some(([template, item]) => {
      const operation = item[method];
      if (operation === undefined || !path.test(prefix + template)) return false;
      if (withParameter === undefined) return true;
      const declarations = [...getParameters(item), ...getParameters(operation)];
      return declarations.some(
        (each) => each?.in === withParameter.in && each.name?.toLowerCase() === withParameter.name,
      );
    });
}

/** Returns the path of a server URL without its trailing slash, or an empty string for an invalid URL. */
function getPath(server: string): string {
  return URL.canParse(server, 'https://host') ? new URL(server, 'https://host').pathname.replace(/\/+$/, '') : '';
}

/** Client errors that may be temporary: timeout, too early, and too many requests. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Fetches the service's OpenAPI document from `{base_url}/openapi.json` and returns the capabilities. A service without a document, or with a
 * document that the key cannot access, has no capabilities. If the service fails or cannot be reached, the function throws an error, because wrong
 * capabilities would change the plan.
 * @throws ApiError; an HtmlResponseError for a page of a proxy, or of a service without an OpenAPI document
 */
export async function fetchCapabilities(send: Transport, signal?: AbortSignal): Promise<Capabilities> {
  try {
    return readCapabilities((await fetchOpenApiDocument(send, signal)).body);
  } catch (error) {
    const status = error instanceof ApiError && !(error instanceof HtmlResponseError) ? error.status : undefined;
    if (status !== undefined && status < 500 && !RETRYABLE_STATUSES.has(status)) return NO_CAPABILITIES;
    throw error;
  }
}

/** Fetches the service's OpenAPI document. @throws ApiError */
export async function fetchOpenApiDocument(send: Transport, signal?: AbortSignal): Promise<ApiResponse> {
  const options = { maxBytes: MAX_DOCUMENT_BYTES, ...(signal ? { signal } : {}) };
  return send({ method: 'get', path: ['openapi.json'], ...options });
}
