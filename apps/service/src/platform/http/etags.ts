/** Returns the ETags of a header such as `If-Match`; undefined without the header. A weak ETag is treated as a strong one. */
export function parseEtags(header: string | undefined): string[] | undefined {
  if (header === undefined) return undefined;
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .filter((tag) => tag !== '');
}

/** Returns whether the ETag of a resource is one of the ETags in `If-Match`; true if the header is missing. */
export function isKnownEtag(etag: string, known: readonly string[] | undefined): boolean {
  return known === undefined || known.includes('*') || known.includes(etag);
}
