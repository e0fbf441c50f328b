import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';

type HeaderList = readonly OutgoingHttpHeader[];
/** Headers in the forms that `writeHead` accepts: an object, a list of pairs, or a flat list of alternating names and values. */
export type HeadHeaders = OutgoingHttpHeaders | HeaderList | readonly (readonly OutgoingHttpHeader[])[];

/** The parsed arguments of `writeHead`. */
export interface HeadArguments {
  readonly status: number;
  readonly message: string | undefined;
  readonly headers: HeadHeaders | undefined;
}

export function parseHeadArguments([status, second, third]: readonly unknown[]): HeadArguments {
  const message = typeof second === 'string' ? second : undefined;
  const headers = message === undefined && second !== undefined && second !== null ? second : third;
  return {
    status: Number(status),
    message,
    headers: typeof headers === 'object' && headers !== null ? (headers as HeadHeaders) : undefined,
  };
}

/** Yields the names and values of `writeHead` headers in their original order. */
export function* listHeadEntries(headers: HeadHeaders | undefined): Generator<[name: string, value: unknown]> {
  if (headers === undefined) return;
  if (!Array.isArray(headers)) {
    for (const entry of Object.entries(headers)) yield entry;
  } else if (headers.every((each) => Array.isArray(each))) {
    for (const [name, value] of headers) yield [String(name), value];
  } else {
    for (let index = 0; index + 1 < headers.length; index += 2) yield [String(headers[index]), headers[index + 1]];
  }
}

/** Returns a header of the response. Headers that were passed to `writeHead` take precedence over headers that were set before. */
export function getResponseHeader(
  res: ServerResponse,
  head: HeadHeaders | undefined,
  name: string,
): string | undefined {
  for (const [each, value] of listHeadEntries(head)) {
    if (each.length === name.length && each.toLowerCase() === name) return formatHeader(value);
  }
  return formatHeader(res.getHeader(name));
}

/** Returns the names of all headers of the response in lower case. */
export function getResponseHeaderNames(res: ServerResponse, head: HeadHeaders | undefined): string[] {
  return [...res.getHeaderNames(), ...[...listHeadEntries(head)].map(([name]) => name.toLowerCase())];
}

/** Returns the headers of a response that are captured. */
export function pickResponseHeaders(
  res: ServerResponse,
  head: HeadHeaders | undefined,
  names: ReadonlySet<string>,
): Record<string, string> | undefined {
  let pickedHeaders: Record<string, string> | undefined;
  const add = (name: string, value: unknown) => {
    const text = names.has(name) ? formatHeader(value) : undefined;
    if (text === undefined) return;
    pickedHeaders ??= {};
    pickedHeaders[name] = text;
  };
  for (const name of res.getHeaderNames()) add(name, res.getHeader(name));
  if (head !== undefined && !Array.isArray(head)) {
    for (const name in head) add(name.toLowerCase(), (head as OutgoingHttpHeaders)[name]);
  } else {
    for (const [name, value] of listHeadEntries(head)) add(name.toLowerCase(), value);
  }
  return pickedHeaders;
}

/** Returns the headers with one header changed or added. The values of the other headers and their order do not change. */
export function setHeadHeader(headers: HeadHeaders | undefined, name: string, value: OutgoingHttpHeader): HeadHeaders {
  const lowerName = name.toLowerCase();
  if (headers === undefined) return { [name]: value };
  const entries = [...listHeadEntries(headers)];
  const existingEntry = entries.find(([each]) => each.toLowerCase() === lowerName);
  if (!Array.isArray(headers)) return { ...headers, [existingEntry?.[0] ?? name]: value };
  const changedEntries: [string, OutgoingHttpHeader][] = entries.map(([each, old]) => [
    each,
    old as OutgoingHttpHeader,
  ]);
  const index = changedEntries.findIndex(([each]) => each.toLowerCase() === lowerName);
  if (index < 0) changedEntries.push([name, value]);
  else changedEntries[index] = [name, value];
  return headers.every((each) => Array.isArray(each)) ? changedEntries : changedEntries.flat();
}

/** Returns the headers without one of them. */
export function removeHeadHeader(headers: HeadHeaders | undefined, name: string): HeadHeaders | undefined {
  if (headers === undefined) return undefined;
  const entries = [...listHeadEntries(headers)].filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  const keptEntries = entries as [string, OutgoingHttpHeader][];
  if (!Array.isArray(headers)) return Object.fromEntries(keptEntries);
  return headers.every((each) => Array.isArray(each)) ? keptEntries : keptEntries.flat();
}

function formatHeader(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.join(', ') : undefined;
}
