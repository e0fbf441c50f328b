import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { RequestOptions, WriteOptions } from '../client/api-client.ts';
import type { ApiResponse } from '../client/api-response.ts';
import type { Transport } from '../client/http-transport.ts';
import { API_PREFIX } from '../contract/limits.ts';
import { InvalidRequestError, ServerError } from '../errors/response-errors.ts';
import { isGone } from './context-items.ts';

/** Number of docs pages or files in one response of a list operation. */
const PAGE_SIZE = 500;
/** Size limit of one response of a list operation in bytes. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** Size limit of the response about a preview in bytes. */
const MAX_PREVIEW_BYTES = 64 * 1024;
/** Size limit of a docs page as JSON, in bytes. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** The source of a page: its document, the commit, and the URL for editing the document. */
const pageSource = z.looseObject({
  file: z.string().optional(),
  commit: z.string().optional(),
  editUrl: z.string().optional(),
});

const listedPage = z.object({
  path: z.string(),
  etag: z.string(),
  source: pageSource.nullish().transform((source) => source ?? null),
});
/** A page in the service's list of pages. */
export type ListedPage = z.infer<typeof listedPage>;

const docsPage = listedPage.extend({
  title: z.string(),
  description: z.string().default(''),
  markdown: z.string(),
  public: z.boolean(),
  order: z.number(),
});
/** A page of a docs portal, as the service returns it. */
export type RemotePage = z.infer<typeof docsPage>;

const listedFile = z.object({ path: z.string(), sha256: z.string() });
/** A file of a docs portal in the service's list of files. */
export type ListedFile = z.infer<typeof listedFile>;

/** An entry of the navigation: a page, a group of entries, or both. */
export interface DocsNavigationEntry {
  readonly title: string;
  readonly path?: string | undefined;
  readonly items?: readonly DocsNavigationEntry[] | undefined;
}
const navigationEntry: z.ZodType<DocsNavigationEntry> = z.object({
  title: z.string(),
  path: z.string().optional(),
  get items() {
    return z.array(navigationEntry).optional();
  },
});

const docsSettings = z.looseObject({
  etag: z.string(),
  url: z.url({ protocol: /^https?$/ }).nullish(),
  title: z.string().nullish(),
  navigation: z.array(navigationEntry).nullish(),
  published: z.boolean().optional(),
});
/** The settings of a docs portal. Settings that this client does not know are sent back as they are. */
export type RemoteDocsSettings = z.infer<typeof docsSettings>;

/** Properties that the service adds to the settings and that a client must not send. */
const READ_ONLY_SETTINGS: ReadonlySet<string> = new Set(['etag', 'updatedAt', 'url']);

/** A line of a batch, which stores or deletes a page. */
export type DocsPageLine =
  | {
      readonly path: string;
      readonly title: string;
      readonly description: string;
      readonly markdown: string;
      readonly public: boolean;
      readonly order: number;
      readonly source: { readonly file: string; readonly commit: string; readonly editUrl?: string };
      /** ETag that the page must have before the request; null if the page must not exist. */
      readonly ifMatch: string | null;
      /** The former path of a moved page, which is redirected to the new path, and the ETag that the page at the former path must have. */
      readonly movedFrom?: string;
      readonly movedFromIfMatch?: string | null;
    }
  | { readonly path: string; readonly delete: true; readonly ifMatch: string };

const batchResult = z.object({
  pages: z.array(z.object({ path: z.string(), etag: z.string() })),
  warnings: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});
export type DocsBatchResult = z.infer<typeof batchResult>;

const docsPreview = z.object({
  path: z.string(),
  url: z.url({ protocol: /^https?$/ }).nullish(),
  pages: z.int(),
  expiresAt: z.iso.datetime({ offset: true }),
});
/** A preview of pages that are not published. */
export type RemotePreview = z.infer<typeof docsPreview>;

/** A line of a preview, which is a page. */
export type DocsPreviewLine = Pick<
  Extract<DocsPageLine, { readonly title: string }>,
  'path' | 'title' | 'description' | 'markdown' | 'public' | 'order'
>;

/** Operations on a docs portal. They may be used only if `Capabilities` contains `docsPages`. All of them can be repeated. */
export interface DocsExtensions {
  getDocsSettings(slug: string, options?: RequestOptions): Promise<RemoteDocsSettings>;
  /** Replaces the settings if they have not been changed since they were read; see `isChangedMeanwhile`. */
  putDocsSettings(slug: string, settings: RemoteDocsSettings, options?: RequestOptions): Promise<void>;
  listDocsPages(slug: string, options?: RequestOptions): AsyncGenerator<readonly ListedPage[]>;
  /** Returns a page; undefined if it does not exist. */
  getDocsPage(slug: string, path: string, options?: RequestOptions): Promise<RemotePage | undefined>;
  /** Stores, moves and deletes pages: either all changes are made or none. @throws ApiError; see `isChangedMeanwhile` */
  putDocsPages(slug: string, lines: readonly DocsPageLine[], options: WriteOptions): Promise<DocsBatchResult>;
  listDocsFiles(slug: string, options?: RequestOptions): AsyncGenerator<readonly ListedFile[]>;
  /** @param expected SHA-256 that the file must have before the request; null if the file must not exist @throws ApiError; see `isChangedMeanwhile` */
  putDocsFile(
    slug: string,
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    expected: string | null,
    options?: RequestOptions,
  ): Promise<void>;
  /** Deletes a file. Succeeds if it does not exist. @throws ApiError; see `isChangedMeanwhile` */
  deleteDocsFile(slug: string, path: string, expected: string, options?: RequestOptions): Promise<void>;
}

/** Operations on previews of pages. They may be used only if `Capabilities` contains `docsPreviews`. All of them can be repeated. */
export interface DocsPreviewExtensions {
  /** Returns a preview; undefined if it does not exist. */
  getDocsPreview(slug: string, hash: string, options?: RequestOptions): Promise<RemotePreview | undefined>;
  /** Stores a preview of pages. */
  putDocsPreview(
    slug: string,
    hash: string,
    lines: readonly DocsPreviewLine[],
    options?: RequestOptions,
  ): Promise<RemotePreview>;
}

/** Returns whether the service rejected a write because its target no longer has the expected version. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof InvalidRequestError && error.status === 412;
}

/** Returns the lines of a batch as NDJSON. */
export function formatPageLines(lines: readonly (DocsPageLine | DocsPreviewLine)[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Returns the path of an operation on a docs portal. */
function getDocsPath(slug: string, ...rest: string[]): string[] {
  return [...API_PREFIX.split('/'), 'projects', slug, 'docs', ...rest];
}

/** Creates the operations on previews. */
export function createDocsPreviewExtensions(send: Transport): DocsPreviewExtensions {
  return {
    getDocsPreview: async (slug, hash, options) => {
      const path = getDocsPath(slug, 'previews', hash);
      try {
        const response = await send({ method: 'get', path, maxBytes: MAX_PREVIEW_BYTES, ...options });
        return parse(response, docsPreview, `GET /${path.join('/')}`);
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
    putDocsPreview: async (slug, hash, lines, options) => {
      const path = getDocsPath(slug, 'previews', hash);
      const bytes = Uint8Array.from(gzipSync(formatPageLines(lines)));
      const content = { mediaType: 'application/x-ndjson', encoding: 'gzip', bytes } as const;
      const request = { method: 'put', path, content, maxBytes: MAX_PREVIEW_BYTES } as const;
      const response = await send({ ...request, ...options, repeatable: true });
      return parse(response, docsPreview, `PUT /${path.join('/')}`);
    },
  };
}

/** Creates the operations on a docs portal. */
export function createDocsExtensions(send: Transport): DocsExtensions {
  const get = async <T>(path: string[], schema: z.ZodType<T>, maxBytes: number, options?: RequestOptions): Promise<T> =>
    parse(await send({ method: 'get', path, maxBytes, ...options }), schema, `GET /${path.join('/')}`);
  async function* list<T>(
    path: string[],
    name: string,
    schema: z.ZodType<T>,
    options?: RequestOptions,
  ): AsyncGenerator<readonly T[]> {
    const cursors = new Set<string>();
    const part = z.object({ [name]: z.array(schema), next: z.string().nullish() });
    for (let cursor: string | undefined; ; ) {
      const query = { limit: PAGE_SIZE, cursor };
      const response = await send({ method: 'get', path, query, maxBytes: MAX_LIST_BYTES, ...options });
      const foundPages = parse(response, part, `GET /${path.join('/')}`);
      yield foundPages[name] as unknown as readonly T[];
      cursor = foundPages.next as string | undefined;
      if (!cursor) return;
      // Without this check, the loop would never end.
      if (cursors.has(cursor)) throw createFormError(`GET /${path.join('/')}`, response.status);
      cursors.add(cursor);
    }
  }
  return {
    getDocsSettings: (slug, options) => get(getDocsPath(slug, 'settings'), docsSettings, MAX_PAGE_BYTES, options),
    putDocsSettings: async (slug, settings, options) => {
      const json = Object.fromEntries(Object.entries(settings).filter(([name]) => !READ_ONLY_SETTINGS.has(name)));
      const headers = { 'if-match': settings.etag };
      await send({ method: 'put', path: getDocsPath(slug, 'settings'), json, headers, ...options, repeatable: true });
    },
    listDocsPages: (slug, options) => list(getDocsPath(slug, 'pages'), 'pages', listedPage, options),
    getDocsPage: async (slug, path, options) => {
      try {
        return await get(getDocsPath(slug, 'pages', path), docsPage, MAX_PAGE_BYTES, options);
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
    putDocsPages: async (slug, lines, options) => {
      const path = getDocsPath(slug, 'pages-batch');
      const bytes = Uint8Array.from(gzipSync(formatPageLines(lines)));
      const content = { mediaType: 'application/x-ndjson', encoding: 'gzip', bytes } as const;
      const response = await send({ method: 'post', path, content, maxBytes: MAX_LIST_BYTES, ...options });
      return parse(response, batchResult, `POST /${path.join('/')}`);
    },
    listDocsFiles: (slug, options) => list(getDocsPath(slug, 'assets'), 'assets', listedFile, options),
    putDocsFile: async (slug, path, bytes, expected, options) => {
      await send({
        method: 'put',
        path: getDocsPath(slug, 'assets', path),
        content: { mediaType: 'application/octet-stream', bytes },
        headers: expected === null ? { 'if-none-match': '*' } : { 'if-match': `"${expected}"` },
        ...options,
        repeatable: true,
      });
    },
    deleteDocsFile: async (slug, path, expected, options) => {
      const headers = { 'if-match': `"${expected}"` };
      try {
        await send({
          method: 'delete',
          path: getDocsPath(slug, 'assets', path),
          headers,
          ...options,
          repeatable: true,
        });
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
}

function parse<T>({ body, status }: ApiResponse, schema: z.ZodType<T>, request: string): T {
  const result = schema.safeParse(body);
  if (!result.success) throw createFormError(request, status);
  return result.data;
}

function createFormError(request: string, status: number): ServerError {
  return new ServerError(`${request} did not return what the OpenAPI document declares`, {
    request,
    status,
    outcomeUnknown: request.startsWith('POST'),
  });
}
