/** Returns the ETags of a header such as `If-Match`; undefined without the header. A weak ETag is compared as a strong one. */
export function parseEtags(header: string | undefined): string[] | undefined {
  if (header === undefined) return undefined;
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .filter((tag) => tag !== '');
}

/** Returns whether a resource has one of the ETags that a client knows; true without `If-Match`. */
export function isKnownEtag(etag: string, known: readonly string[] | undefined): boolean {
  return known === undefined || known.includes('*') || known.includes(etag);
}
