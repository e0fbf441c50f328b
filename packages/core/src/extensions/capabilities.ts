import { z } from 'zod';
import type { Transport } from '../client/transport.ts';
import { NotFoundError } from '../errors/answered.ts';
import { ApiError } from '../errors/api-error.ts';

/** What a service can do beyond the five known operations. */
export const capabilities = z.object({
  /** POSTs honour Idempotency-Key. */
  idempotency: z.boolean(),
  /** A context item can be replaced in place. */
  replace: z.boolean(),
  /** A context item can be deleted. */
  remove: z.boolean(),
  /** All context items can be listed, page after page. */
  list: z.boolean(),
});

export type Capabilities = z.infer<typeof capabilities>;

/** A service of which only the specification is known. */
export const NO_CAPABILITIES: Capabilities = { idempotency: false, replace: false, remove: false, list: false };

const parameter = z.looseObject({ in: z.string().optional(), name: z.string().optional() });
const operation = z.looseObject({ parameters: z.array(parameter).optional() });
const description = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.looseObject({})) });

const ITEMS = /^\/api\/v1\/projects\/\{[^/{}]+\}\/context$/;
const ITEM = /^\/api\/v1\/projects\/\{[^/{}]+\}\/context\/\{[^/{}]+\}$/;
const SOURCES = /^\/api\/v1\/projects\/\{[^/{}]+\}\/data-sources$/;

/**
 * Reads the capabilities out of an OpenAPI description: a path and method that it declares, an `Idempotency-Key` header
 * parameter on both POST operations, an `after` query parameter on the list. What is not declared is not there, and never tried out.
 */
export function capabilitiesOf(document: unknown): Capabilities {
  const parsed = description.safeParse(document);
  if (!parsed.success) return NO_CAPABILITIES;
  const declared = (path: RegExp, method: string): unknown =>
    Object.entries(parsed.data.paths).find(([template]) => path.test(template))?.[1][method];
  return {
    idempotency: takesKey(declared(ITEMS, 'post')) && takesKey(declared(SOURCES, 'post')),
    replace: declared(ITEM, 'put') !== undefined,
    remove: declared(ITEM, 'delete') !== undefined,
    list: takesParameter(declared(ITEMS, 'get'), 'query', 'after'),
  };
}

/** Whether a description declares an operation. */
export function isDeclared(document: unknown, path: RegExp, method: string): boolean {
  const parsed = description.safeParse(document);
  if (!parsed.success) return false;
  return Object.entries(parsed.data.paths).some(
    ([template, item]) => path.test(template) && item[method] !== undefined,
  );
}

function takesKey(value: unknown): boolean {
  return takesParameter(value, 'header', 'idempotency-key');
}

/** Whether a declared operation takes the parameter; header names are told apart without case. */
function takesParameter(value: unknown, where: string, name: string): boolean {
  const parsed = operation.safeParse(value);
  const parameters = (parsed.success && parsed.data.parameters) || [];
  return parameters.some((each) => each.in === where && each.name?.toLowerCase() === name);
}

/**
 * Asks the service for its description at `{base_url}/openapi.json`. A service that has none, or refuses to show it, has no capabilities;
 * one that cannot be reached or fails is an error, because a guess would change what is done with the items.
 */
export async function fetchCapabilities(send: Transport, signal?: AbortSignal): Promise<Capabilities> {
  try {
    const answer = await send({ method: 'get', path: ['openapi.json'], ...(signal ? { signal } : {}) });
    return capabilitiesOf(answer.body);
  } catch (error) {
    const refused =
      error instanceof ApiError && error.status !== undefined && error.status < 500 && error.status !== 429;
    if (error instanceof NotFoundError || refused) return NO_CAPABILITIES;
    throw error;
  }
}
