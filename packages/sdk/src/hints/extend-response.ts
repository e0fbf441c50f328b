import { addMember } from '@context-sync/core/recovery';
import { isJsonType, isTextual } from '../log/body-collector.ts';
import type { HintDecision } from './hint-decision.ts';

/** Access to the headers of a response that is about to be sent. */
export interface EditableHead {
  get(name: string): string | undefined;
  names(): readonly string[];
  set(name: string, value: string | readonly string[]): void;
}

/** Matches headers that indicate a signed or hashed body, which must not change. */
const SIGNATURE_HEADER = /signature|digest|content-md5|checksum|hmac/;

/** Returns whether the body of a response may be extended, provided that it is a JSON object. */
export function isExtendable(head: EditableHead): boolean {
  const type = head.get('content-type');
  if (type === undefined || !isJsonType(type) || !isTextual(type, head.get('content-encoding'))) return false;
  if (/\bno-transform\b/i.test(head.get('cache-control') ?? '')) return false;
  return !head.names().some((name) => SIGNATURE_HEADER.test(name) || name === 'trailer' || name === 'content-range');
}

/** Adds the headers of a hint. @returns whether a link was added */
export function addHintHeaders(head: EditableHead, { link, retryAfterSeconds }: HintDecision): boolean {
  // A signature may cover these headers or their absence, so nothing is added.
  if (head.names().some((name) => /^signature/.test(name))) return false;
  if (retryAfterSeconds !== undefined && head.get('retry-after') === undefined) {
    head.set('Retry-After', String(retryAfterSeconds));
  }
  if (link === undefined) return false;
  const linkHeader = head.get('link');
  head.set('Link', linkHeader === undefined ? link : [linkHeader, link]);
  return true;
}

/**
 * Adds the property of a hint to a JSON body, and corrects `Content-Length` and `ETag`.
 * @returns the new body; undefined if it is unchanged
 */
export function extendBody(
  head: EditableHead,
  body: string,
  bytes: number,
  decision: HintDecision,
): string | undefined {
  if (decision.member === undefined || !isExtendable(head)) return undefined;
  const length = head.get('content-length');
  // If the length of the body differs from `Content-Length`, the response is not changed, so that the client can detect the error.
  if (length !== undefined && Number(length) !== bytes) return undefined;
  const extendedBody = addMember(body, decision.member.name, decision.member.text);
  if (extendedBody === undefined) return undefined;
  if (length !== undefined) head.set('Content-Length', String(new TextEncoder().encode(extendedBody).length));
  const etag = head.get('etag');
  if (etag?.endsWith('"')) {
    head.set('ETag', `${etag.slice(0, -1)}-${decision.hint.replaceAll(/[^\w-]/g, '')}"`);
  }
  return extendedBody;
}
