import { truncate } from '@context-sync/base';
import { HttpError } from './errors.ts';

const MAX_SHOWN_CHARS = 60;
const JSON_TYPE = 'application/json';
/** Aliases of the media types that operations declare. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'application/x-ndjson': ['application/ndjson'],
  'application/yaml': [
    'application/x-yaml',
    'text/yaml',
    'text/x-yaml',
    'application/vnd.oai.openapi',
    'application/vnd.oai.openapi+yaml',
    'application/openapi+yaml',
  ],
};
/** Names of the accepted character encodings. ASCII is a subset of UTF-8. */
const CHARSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
/** Matches a media type with its parameters (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = /^([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)[ \t]*((?:;.*)?)$/;
const CHARSET_PARAMETER = /;[ \t]*charset[ \t]*=[ \t]*(?:"([^"]*)"|([^;\s]*))/i;

/**
 * Returns the declared media type that matches a Content-Type header, regardless of letter case and parameters.
 * @throws HttpError 415
 */
export function selectMediaType(header: string, declaredTypes: readonly string[]): string {
  const [, name, parameters = ''] = MEDIA_TYPE.exec(header.trim()) ?? [];
  const type = name?.toLowerCase() ?? '';
  const selectedType = declaredTypes.find(
    (declared) =>
      declared === type ||
      (declared === JSON_TYPE && /^application\/.+\+json$/.test(type)) ||
      ALIASES[declared]?.includes(type),
  );
  if (selectedType === undefined) throw createMediaTypeError(declaredTypes, header);
  const [, quoted, plain] = CHARSET_PARAMETER.exec(parameters) ?? [];
  const charset = quoted ?? plain;
  if (charset !== undefined && !CHARSETS.has(charset.toLowerCase())) {
    const message = `The character encoding of the body must be UTF-8 (got charset "${truncate(charset, MAX_SHOWN_CHARS)}"): convert the body, or leave out the parameter`;
    throw new HttpError('unsupported_media_type', message);
  }
  return selectedType;
}

/**
 * Creates the error for a body whose media type is missing or not supported.
 * @param header value of the Content-Type header; undefined if it is missing
 */
export function createMediaTypeError(declaredTypes: readonly string[], header: string | undefined): HttpError {
  const actualType = header === undefined ? 'it is missing' : `got "${truncate(header, MAX_SHOWN_CHARS)}"`;
  return new HttpError(
    'unsupported_media_type',
    `The header Content-Type must be ${declaredTypes.join(' or ')} (${actualType})`,
    {
      // RFC 9110, section 15.5.16, recommends Accept in this response.
      headers: { accept: declaredTypes.join(', ') },
    },
  );
}
