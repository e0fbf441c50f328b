/** A media range of an Accept header, such as `text/*;q=0.5`. */
interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

/**
 * Returns whether a client accepts a media type (RFC 9110, section 12.5.1). The most specific media range takes precedence. A client without the header accepts
 * everything.
 */
export function acceptsMediaType(header: string | undefined, mediaType: string): boolean {
  const ranges = parseRanges(header ?? '');
  if (ranges.length === 0) return true;
  const [family = ''] = mediaType.split('/');
  for (const type of [mediaType, `${family}/*`, '*/*']) {
    const matches = ranges.filter((range) => range.type === type);
    if (matches.length > 0) return matches.some(({ quality }) => quality > 0);
  }
  return false;
}

function parseRanges(header: string): MediaRange[] {
  return header.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    if (type === '') return [];
    const weight = parameters.map((parameter) => /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1]);
    const quality = weight.find((each) => each !== undefined);
    return [{ type, quality: quality === undefined ? 1 : Number(quality) }];
  });
}
