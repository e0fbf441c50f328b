/** The headers of a response. Names are case-insensitive. */
export type ResponseHeaders = Pick<Headers, 'get' | 'has'>;

/** A response whose body has no schema in the specification. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Parsed JSON, or the text if it is not JSON; undefined if the body is empty or incomplete. */
  readonly body: unknown;
}

/** Parses a body as JSON. Returns the text if it is not JSON, and undefined if it is empty. */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns whether a body is an HTML page, such as the sign-in page of a proxy. */
export function isHtmlPage(text: string): boolean {
  return /^\s*(?:<!--|<!doctype html|<html)/i.test(text);
}

/** Returns the ID of the created resource, which is `id`, `data.id`, `item.id`, or the last segment of the Location header. */
export function findId(response: ApiResponse): string | undefined {
  const body = toRecord(response.body);
  for (const responsePart of [body, toRecord(body?.data), toRecord(body?.item)]) {
    const id = responsePart?.id;
    if (typeof id === 'string' && id !== '') return id;
    if (Number.isSafeInteger(id)) return String(id);
  }
  return getLastSegment(response.headers.get('location'));
}

/** Returns a property of a JSON object, or undefined if it is not a string. */
export function getStringMember(holder: unknown, name: string): string | undefined {
  const value = toRecord(holder)?.[name];
  return typeof value === 'string' ? value : undefined;
}

function toRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function getLastSegment(location: string | null): string | undefined {
  const path = location?.split(/[?#]/, 1)[0]?.replace(/\/+$/, '');
  const segment = path?.slice(path.lastIndexOf('/') + 1);
  if (!segment) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
