import { dereference } from '@context-sync/openapi';
import { z } from 'zod';
import type { Answer } from '../client/loose-answer.ts';
import type { Transport } from '../client/transport.ts';
import { WebPageError } from '../errors/answered.ts';
import { ApiError } from '../errors/api-error.ts';

/** What a service can do beyond the five known operations. */
export const capabilities = z.object({
  /** POSTs honour Idempotency-Key. */
  idempotency: z.boolean(),
  /** A context item can be replaced in place. */
  update: z.boolean(),
  /** A context item can be deleted. */
  delete: z.boolean(),
  /** All context items can be listed, page after page. */
  list: z.boolean(),
});

export type Capabilities = z.infer<typeof capabilities>;

/** A service of which only the specification is known. */
export const NO_CAPABILITIES: Capabilities = { idempotency: false, update: false, delete: false, list: false };

const parameter = z.looseObject({ in: z.string().optional(), name: z.string().optional() });
const parameters = z.looseObject({ parameters: z.array(parameter).optional() });
const description = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.looseObject({})),
  servers: z.array(z.looseObject({ url: z.string() })).optional(),
});

/** Largest description that is read, in bytes: 8 MiB, as many as the service in this repository accepts of one. */
const DESCRIPTION_LIMIT = 8 * 1024 * 1024;

const ITEMS = /^\/api\/v1\/projects\/\{[^/{}]+\}\/context$/;
const ITEM = /^\/api\/v1\/projects\/\{[^/{}]+\}\/context\/\{[^/{}]+\}$/;
const SOURCES = /^\/api\/v1\/projects\/\{[^/{}]+\}\/data-sources$/;

/**
 * Reads the capabilities out of an OpenAPI description: a path and method that it declares, an `Idempotency-Key` header
 * parameter on both POST operations, an `after` query parameter on the list. What is not declared is not there, and never tried out.
 */
export function capabilitiesOf(document: unknown): Capabilities {
  const declares = declarationsOf(document);
  const takesKey = { in: 'header', name: 'idempotency-key' };
  return {
    idempotency: declares(ITEMS, 'post', takesKey) && declares(SOURCES, 'post', takesKey),
    update: declares(ITEM, 'put'),
    delete: declares(ITEM, 'delete'),
    list: declares(ITEMS, 'get', { in: 'query', name: 'after' }),
  };
}

/** Whether a description declares an operation, and that it takes a parameter, whose name is told apart without case. */
type Declares = (path: RegExp, method: string, taken?: { readonly in: string; readonly name: string }) => boolean;

/**
 * What a description declares. Paths count from the host: what the first server has in its address goes before them. Parameters may stand at
 * the path, and be references into `components`.
 */
export function declarationsOf(document: unknown): Declares {
  const parsed = description.safeParse(document);
  if (!parsed.success) return () => false;
  const { paths, servers } = parsed.data;
  const prefix = pathOf(servers?.[0]?.url ?? '');
  const parametersOf = (value: unknown) => {
    const { data } = parameters.safeParse(value);
    return (data?.parameters ?? []).map((each) => parameter.safeParse(dereference(document, each)).data);
  };
  return (path, method, taken) =>
    Object.entries(paths).some(([template, item]) => {
      const operation = item[method];
      if (operation === undefined || !path.test(prefix + template)) return false;
      if (taken === undefined) return true;
      const all = [...parametersOf(item), ...parametersOf(operation)];
      return all.some((each) => each?.in === taken.in && each.name?.toLowerCase() === taken.name);
    });
}

/** Path of a server's address, without the slash at its end; empty for what is no address. */
function pathOf(server: string): string {
  return URL.canParse(server, 'https://host') ? new URL(server, 'https://host').pathname.replace(/\/+$/, '') : '';
}

/** Client errors that may pass: a timeout, too early, too many requests. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Asks the service for its description at `{base_url}/openapi.json`. A service that has none, or refuses to show it, has no capabilities;
 * one that cannot be reached or fails is an error, because a guess would change what is done with the items.
 * @throws ApiError; a WebPageError where a page for people stands in its place, which is that of a gate or of a service without a description
 */
export async function fetchCapabilities(send: Transport, signal?: AbortSignal): Promise<Capabilities> {
  try {
    const answer = await fetchDescription(send, signal);
    return capabilitiesOf(answer.body);
  } catch (error) {
    const status = error instanceof ApiError && !(error instanceof WebPageError) ? error.status : undefined;
    if (status !== undefined && status < 500 && !PASSING.has(status)) return NO_CAPABILITIES;
    throw error;
  }
}

/** The service's own description, as it is. @throws ApiError */
export async function fetchDescription(send: Transport, signal?: AbortSignal): Promise<Answer> {
  const options = { maxBytes: DESCRIPTION_LIMIT, ...(signal ? { signal } : {}) };
  return send({ method: 'get', path: ['openapi.json'], ...options });
}
