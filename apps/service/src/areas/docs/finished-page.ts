import { createHash } from 'node:crypto';

/** A rendered page or text that can be sent. */
export interface FinishedPage {
  /** The text in UTF-8, so that it is encoded once and not for every request. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly etag: string;
  readonly status: 200 | 404 | 410 | 422 | 429;
  /** Origins to which the script of the page sends requests; none if the page has no script. */
  readonly connectSources?: readonly string[];
}

/** Returns a page that can be sent, with its ETag. */
export function createFinished(text: string, mediaType: string, status: FinishedPage['status'] = 200): FinishedPage {
  const body = new TextEncoder().encode(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return { body, mediaType, etag, status };
}

/** Returns a document as a page that can be sent. */
export async function finish(
  document: { toString(): string | Promise<string> },
  status: FinishedPage['status'] = 200,
): Promise<FinishedPage> {
  return createFinished(`<!doctype html>${await document.toString()}`, 'text/html; charset=utf-8', status);
}
