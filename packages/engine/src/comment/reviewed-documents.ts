import { type Change, computePlanHash, hashParts, type Plan } from '@context-sync/sync';

/** Maximum number of documents in the hidden line. With more documents, the line is omitted to save space. */
const MAX_DIGESTED_DOCUMENTS = 500;
/** Number of hexadecimal digits in the digest of a path and in the digest of a document. */
const DIGEST_HEX_DIGITS = 8;

const LINE_PATTERN = /^<!-- context-sync-documents:([A-Za-z0-9+/=]*) -->\r?$/m;

/**
 * Formats a hidden line with a short digest of each changed document, so that a later run can find the documents that differ from the reviewed plan.
 * Returns an empty string if there are too many documents.
 */
export function formatDocumentsLine(plan: Plan): string {
  const digests = computeDigests(plan);
  if (digests.size === 0 || digests.size > MAX_DIGESTED_DOCUMENTS) return '';
  const encodedDigests = [...digests].map(([path, effect]) => hashParts([path], DIGEST_HEX_DIGITS) + effect).join('');
  return `<!-- context-sync-documents:${Buffer.from(encodedDigests, 'hex').toString('base64')} -->`;
}

/**
 * Returns the paths of documents whose changes differ from those in the hidden line of the comment. Returns undefined if the comment does not contain
 * this line.
 */
export function findDifferingDocuments(plan: Plan, body: string): string[] | undefined {
  // Only the first two lines of the comment are trusted, because the text below them may come from the docs.
  const [, encoded] = LINE_PATTERN.exec(body.split('\n').slice(0, 2).join('\n')) ?? [];
  if (encoded === undefined) return undefined;
  const hex = Buffer.from(encoded, 'base64').toString('hex');
  const reviewedPaths = new Set<string>();
  for (let index = 0; index < hex.length; index += 2 * DIGEST_HEX_DIGITS)
    reviewedPaths.add(hex.slice(index, index + 2 * DIGEST_HEX_DIGITS));
  return [...computeDigests(plan)].flatMap(([path, effect]) =>
    reviewedPaths.has(hashParts([path], DIGEST_HEX_DIGITS) + effect) ? [] : [path],
  );
}

function computeDigests({ changes }: Plan): Map<string, string> {
  const changesByPath = Map.groupBy(
    changes.filter(({ kind }) => kind !== 'unchanged'),
    ({ path }) => path,
  );
  return new Map([...changesByPath].map(([path, own]) => [path, hashChanges(own).slice(0, DIGEST_HEX_DIGITS)]));
}

function hashChanges(changes: readonly Change[]): string {
  return computePlanHash({ changes, connect: undefined, unread: 0, gone: [], leftovers: [] });
}
