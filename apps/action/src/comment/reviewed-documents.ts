import { type Change, digest, type Plan, planHash } from '@context-sync/sync';

/** More documents than this are not noted one by one; the comment needs its room. */
const DOCUMENT_LIMIT = 500;
/** Hexadecimal digits of a path's and of a document's digest. */
const DIGITS = 8;

const LINE = /^<!-- context-sync-documents:([A-Za-z0-9+/=]*) -->\r?$/m;

/**
 * A hidden line with a short digest for each document that changes, so that a later run can tell which ones differ from what was reviewed.
 * Empty where there are too many.
 */
export function formatDocumentsLine(plan: Plan): string {
  const digests = digestsOf(plan);
  if (digests.size === 0 || digests.size > DOCUMENT_LIMIT) return '';
  const all = [...digests].map(([path, effect]) => digest([path], DIGITS) + effect).join('');
  return `<!-- context-sync-documents:${Buffer.from(all, 'hex').toString('base64')} -->`;
}

/** Paths of the plan's documents that come to something else than what the comment's hidden line says; undefined where it has none. */
export function differingDocuments(plan: Plan, body: string): string[] | undefined {
  // The line stands among the first two: what stands further down may be of others.
  const [, encoded] = LINE.exec(body.split('\n').slice(0, 2).join('\n')) ?? [];
  if (encoded === undefined) return undefined;
  const hex = Buffer.from(encoded, 'base64').toString('hex');
  const reviewed = new Set<string>();
  for (let at = 0; at < hex.length; at += 2 * DIGITS) reviewed.add(hex.slice(at, at + 2 * DIGITS));
  return [...digestsOf(plan)].flatMap(([path, effect]) =>
    reviewed.has(digest([path], DIGITS) + effect) ? [] : [path],
  );
}

function digestsOf({ changes }: Plan): Map<string, string> {
  const byPath = Map.groupBy(
    changes.filter(({ kind }) => kind !== 'unchanged'),
    ({ path }) => path,
  );
  return new Map([...byPath].map(([path, own]) => [path, hashOf(own).slice(0, DIGITS)]));
}

function hashOf(changes: readonly Change[]): string {
  return planHash({ changes, connect: undefined, unread: 0, gone: [], leftovers: [] });
}
