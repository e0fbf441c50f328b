/** An answer of which the specification shows only that it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; the text itself where it is not JSON; undefined where it is empty or could not be read. */
  readonly body: unknown;
}

/** JSON where it is JSON, else the text, else undefined. */
export function looseBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether an answer is a page for people, such as a gate shows them that wants somebody to sign in. */
export function isWebPage(text: string): boolean {
  return /^\s*(?:<!--|<!doctype html|<html)/i.test(text);
}

/** The id of what was created, where one is found: `id`, `data.id`, `item.id`, or the end of the Location header. */
export function looseId(answer: Answer): string | undefined {
  const body = record(answer.body);
  for (const holder of [body, record(body?.data), record(body?.item)]) {
    const id = holder?.id;
    if (typeof id === 'string' && id !== '') return id;
    if (Number.isSafeInteger(id)) return String(id);
  }
  return lastSegment(answer.headers.get('location'));
}

/** A member of a JSON object as text, else undefined. */
export function looseText(holder: unknown, name: string): string | undefined {
  const value = record(holder)?.[name];
  return typeof value === 'string' ? value : undefined;
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function lastSegment(location: string | null): string | undefined {
  const path = location?.split(/[?#]/, 1)[0]?.replace(/\/+$/, '');
  const segment = path?.slice(path.lastIndexOf('/') + 1);
  if (!segment) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
