import { addMember } from '@context-sync/core/recovery';
import { isJsonType, isTextual } from '../log/body-collector.ts';
import type { HintDelivery, HintPart } from '../log/captured-log.ts';
import type { HintDecision } from './hint-decision.ts';

/** Access to the headers of a response that is about to be sent. */
export interface EditableHead {
  get(name: string): string | undefined;
  names(): readonly string[];
  set(name: string, value: string | readonly string[]): void;
}

/** Matches headers that indicate a signed or hashed body, which must not change. */
const SIGNATURE_HEADER =
  /signature|digest|md5|checksum|hmac|integrity|(^|[-_])(sig|mac|jws|jwt|crc\d*c?|hash|sha-?\d*)([-_]|$)/;

/** Returns whether the body of a response may be extended, provided that it is a JSON object. */
export function isExtendable(head: EditableHead): boolean {
  const type = head.get('content-type');
  if (type === undefined || !isJsonType(type) || !isTextual(type, head.get('content-encoding'))) return false;
  if (/\bno-transform\b/i.test(head.get('cache-control') ?? '')) return false;
  return !head.names().some((name) => SIGNATURE_HEADER.test(name) || name === 'trailer' || name === 'content-range');
}

/**
 * Adds a hint to a response. If the hint is withheld, the response does not change, but the same conditions are checked, so that the responses with
 * and without the hint are comparable.
 * @param body text of the body; undefined if it cannot be extended
 * @returns the new body, which is undefined if it is unchanged, and the report for the log
 */
export function deliverHint(
  head: EditableHead,
  body: string | undefined,
  decision: HintDecision,
): { readonly extendedBody: string | undefined; readonly delivery: HintDelivery } {
  const { hint, version, withheld } = decision;
  const target = withheld ? { ...bindReads(head), set: () => undefined } : head;
  const parts = addHintHeaders(target, decision);
  const extendedBody = body === undefined ? undefined : extendBody(target, body, decision);
  if (extendedBody !== undefined) parts.push('body');
  return withheld
    ? { extendedBody: undefined, delivery: { hint, version, sentIn: [], withheld, withheldFrom: parts } }
    : { extendedBody, delivery: { hint, version, sentIn: parts, withheld, withheldFrom: undefined } };
}

const bindReads = (head: EditableHead) => ({ get: (name: string) => head.get(name), names: () => head.names() });

/** Adds the headers of a hint. @returns the names of the added parts */
function addHintHeaders(head: EditableHead, { link, retryAfterSeconds }: HintDecision): HintPart[] {
  // A signature may cover these headers or their absence, so nothing is added.
  if (head.names().some((name) => /^signature/.test(name))) return [];
  const parts: HintPart[] = [];
  if (retryAfterSeconds !== undefined && head.get('retry-after') === undefined) {
    head.set('Retry-After', String(retryAfterSeconds));
    parts.push('retry-after');
  }
  if (link === undefined) return parts;
  const linkHeader = head.get('link');
  head.set('Link', linkHeader === undefined ? link : [linkHeader, link]);
  parts.push('link');
  return parts;
}

/**
 * Adds the property of a hint to a JSON body, and corrects `Content-Length` and `ETag`.
 * @returns the new body; undefined if it is unchanged
 */
function extendBody(head: EditableHead, body: string, decision: HintDecision): string | undefined {
  if (decision.member === undefined || !isExtendable(head)) return undefined;
  const length = head.get('content-length');
  // If the length of the body differs from `Content-Length`, the response is not changed, so that the client can detect the error.
  if (length !== undefined && Number(length) !== countBytes(body)) return undefined;
  const extendedBody = addMember(body, decision.member.name, decision.member.text);
  if (extendedBody === undefined) return undefined;
  if (length !== undefined) head.set('Content-Length', String(countBytes(extendedBody)));
  const etag = head.get('etag');
  if (etag?.endsWith('"')) {
    head.set('ETag', `${etag.slice(0, -1)}-${decision.hint.replaceAll(/[^\w-]/g, '')}"`);
  }
  return extendedBody;
}

const countBytes = (text: string): number => new TextEncoder().encode(text).length;
