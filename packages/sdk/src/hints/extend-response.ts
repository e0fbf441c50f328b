import { addMember } from '@context-sync/core/recovery';
import { isJsonType, isTextual } from '../log/body-collector.ts';
import type { HintDelivery, HintPart } from '../log/captured-log.ts';
import type { HintDecision } from './hint-decision.ts';

/** Access to the headers of a response that is about to be sent. */
export interface EditableHead {
  get(name: string): string | undefined;
  names(): readonly string[];
  set(name: string, value: string | readonly string[]): void;
  remove(name: string): void;
}

/** Properties of the application's responses that affect whether they may be extended. */
export interface ResponseFacts {
  /** Names of further headers that contain a signature or a hash of the body. */
  readonly signatureHeaders: ReadonlySet<string>;
  /** Whether the server always adds `Content-Length` to a response with a known body. */
  readonly isLengthAdded: boolean;
  /** Whether the request is a HEAD request, whose response has the headers of a GET response but no body. */
  readonly isHead: boolean;
}

/** Matches headers that indicate a signed or hashed body, which must not change. */
const SIGNATURE_HEADER =
  /signature|digest|md5|checksum|hmac|integrity|(^|[-_])(sig|mac|jws|jwt|crc\d*c?|hash|sha-?\d*)([-_]|$)/;

/** Request headers that identify the users of an API. */
const CALLER_HEADERS = ['Authorization', 'Cookie', 'X-API-Key'];

/** Returns whether the body of a response may be extended, provided that it is a JSON object. */
export function isExtendable(head: EditableHead, signatureHeaders: ReadonlySet<string> = new Set()): boolean {
  const type = head.get('content-type');
  if (type === undefined || !isJsonType(type) || !isTextual(type, head.get('content-encoding'))) return false;
  if (/\bno-transform\b/i.test(head.get('cache-control') ?? '')) return false;
  const isFixed = (name: string) =>
    SIGNATURE_HEADER.test(name) || signatureHeaders.has(name) || name === 'trailer' || name === 'content-range';
  return !head.names().some(isFixed);
}

/**
 * Adds a hint to a response. If the hint is withheld, the response does not change except for `Vary`, but the same conditions are checked, so that the
 * responses with and without the hint are comparable.
 * @param body text of the body; undefined if it cannot be extended
 * @returns the new body, which is undefined if it is unchanged, and the report for the log
 */
export function deliverHint(
  head: EditableHead,
  body: string | undefined,
  decision: HintDecision,
  facts: ResponseFacts,
): { readonly extendedBody: string | undefined; readonly delivery: HintDelivery } {
  const { hint, version, withheld } = decision;
  const isSigned = head.names().some((name) => /^signature/.test(name));
  const target = withheld ? createUnchangedHead(head) : head;
  // A signature may cover these headers or their absence, so no header is added.
  const parts = isSigned ? [] : addHintHeaders(target, decision);
  const changedBody = extendBody(target, body, decision, facts);
  const extendedBody = facts.isHead ? undefined : changedBody;
  if (extendedBody !== undefined) parts.push('body');
  // A shared cache must not return this response to clients for which the response would be different.
  const isVariable = decision.dependsOnAgent && isExtendable(head, facts.signatureHeaders);
  if (isVariable) addVary(head, ['User-Agent']);
  if (decision.dependsOnUser && (parts.length > 0 || isVariable)) addVary(head, CALLER_HEADERS);
  return withheld
    ? { extendedBody: undefined, delivery: { hint, version, sentIn: [], withheld, withheldFrom: parts } }
    : { extendedBody, delivery: { hint, version, sentIn: parts, withheld, withheldFrom: undefined } };
}

const createUnchangedHead = (head: EditableHead): EditableHead => ({
  get: (name) => head.get(name),
  names: () => head.names(),
  set: () => undefined,
  remove: () => undefined,
});

/** Adds names to `Vary`, so that a shared cache does not return the response to other clients. */
function addVary(head: EditableHead, names: readonly string[]): void {
  const value = head.get('vary');
  const knownNames = (value ?? '').split(',').map((name) => name.trim().toLowerCase());
  if (knownNames.includes('*')) return;
  const missing = names.filter((name) => !knownNames.includes(name.toLowerCase()));
  if (missing.length > 0)
    head.set('Vary', [...(value === undefined || value === '' ? [] : [value]), ...missing].join(', '));
}

/** Adds the headers of a hint. @returns the names of the added parts */
function addHintHeaders(head: EditableHead, { link, retryAfterSeconds }: HintDecision): HintPart[] {
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
 * Adds the property of a hint to a JSON body, and corrects `Content-Length` and `ETag`. The response to a HEAD request gets the headers of the response to
 * GET; if its body is not known, the two headers are removed, because their values would belong to another body (RFC 9110, section 8.6).
 * @returns the new body; undefined if it is unchanged
 */
function extendBody(
  head: EditableHead,
  body: string | undefined,
  decision: HintDecision,
  { signatureHeaders, isHead, isLengthAdded }: ResponseFacts,
): string | undefined {
  if (decision.member === undefined || !isExtendable(head, signatureHeaders)) return undefined;
  if (body === undefined || (isHead && body === '')) {
    if (isHead) for (const name of ['content-length', 'etag']) head.remove(name);
    return undefined;
  }
  const length = head.get('content-length');
  // If the length of the body differs from `Content-Length`, the response is not changed, so that the client can detect the error.
  if (length !== undefined && Number(length) !== countBytes(body)) return undefined;
  const extendedBody = addMember(body, decision.member.name, decision.member.text);
  if (extendedBody === undefined) return undefined;
  if (length !== undefined || (isHead && isLengthAdded)) head.set('Content-Length', String(countBytes(extendedBody)));
  const etag = head.get('etag');
  if (etag?.endsWith('"')) {
    head.set('ETag', `${etag.slice(0, -1)}-${decision.hint.replaceAll(/[^\w-]/g, '')}"`);
  }
  return extendedBody;
}

const countBytes = (text: string): number => new TextEncoder().encode(text).length;
