import { createHash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';
import type { App } from '../access/request-environment.ts';

interface Representation {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Serves the OpenAPI document of the service. The document is public and the same for all clients, so it is serialized and compressed only once, and
 * all responses share the same bytes.
 */
export function addOpenApiEndpoint(app: App, createDocument: () => object): void {
  let representations: { readonly plain: Representation; readonly gzip: Representation } | undefined;
  app.get('/openapi.json', (c) => {
    representations ??= createRepresentations(createDocument());
    const { plain, gzip } = representations;
    const { body, headers } = acceptsGzip(c.req.header('accept-encoding')) ? gzip : plain;
    if (hasMatch(c.req.header('if-none-match'), [plain, gzip])) return new Response(null, { status: 304, headers });
    return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
  });
}

function createRepresentations(document: object) {
  const text = Buffer.from(JSON.stringify(document));
  const hash = createHash('sha256').update(text).digest('base64url');
  const commonHeaders = { vary: 'Accept-Encoding', 'cache-control': 'no-cache' };
  const compressedText = gzipSync(text, { level: constants.Z_BEST_COMPRESSION });
  return {
    plain: { body: new Uint8Array(text), headers: { ...commonHeaders, etag: `"${hash}"` } },
    gzip: {
      body: new Uint8Array(compressedText),
      headers: { ...commonHeaders, etag: `"${hash}-gzip"`, 'content-encoding': 'gzip' },
    },
  };
}

/** Returns whether an `Accept-Encoding` header contains gzip with a weight other than 0 (RFC 9110, section 12.5.3). */
function acceptsGzip(header = ''): boolean {
  return header.split(',').some((item) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(item));
}

/** Returns whether an `If-None-Match` header contains the ETag of the compressed or the uncompressed document. */
function hasMatch(header: string | undefined, all: readonly Representation[]): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || all.some(({ headers }) => tags.includes(headers.etag ?? ''));
}
