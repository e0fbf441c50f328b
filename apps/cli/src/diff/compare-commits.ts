import type { Capabilities } from '@context-sync/core';
import type { Review } from '@context-sync/engine/review/review-model';
import type { CommitDocs } from '@context-sync/engine/sync/read-commit';
import {
  computeFingerprint,
  createPlan,
  type DocumentRecord,
  getReferenceKey,
  type Plan,
  parseUse,
  type WantedDocument,
} from '@context-sync/sync';

/** The capabilities of a platform that can update items, so that each changed item results in a single change. */
const ALL_CAPABILITIES: Capabilities = { idempotency: true, update: true, delete: true, list: true };

/** The differences between the items of two commits, as a plan with its review. */
export interface Comparison {
  readonly plan: Plan;
  readonly review: Review;
}

/**
 * Compares the items of two commits, as if the platform contained the items of the first commit.
 * @param changedPaths paths of the files that differ
 */
export function compareCommits(before: CommitDocs, after: CommitDocs, changedPaths: readonly string[]): Comparison {
  const documents = new Map(before.docs.wanted.documents.map((document) => [document.path, createRecord(document)]));
  const plan = createPlan({ documents, capabilities: ALL_CAPABILITIES }, after.docs.wanted);
  const changedPathSet = new Set(changedPaths);
  const review: Review = {
    base: before.commit,
    changedPaths: changedPathSet,
    causes: new Map(after.docs.wanted.documents.map(({ path, uses = [] }) => [path, findCauses(uses, changedPathSet)])),
    oldItems: new Map(
      before.docs.wanted.documents.map(({ path, items }) => [path, new Map(items.map((item) => [item.key, item]))]),
    ),
    oldWarnings: new Map(
      [...Map.groupBy(before.docs.warnings, ({ path }) => path)].map(([path, own]) => [
        path,
        new Set(own.map(({ message }) => message)),
      ]),
    ),
  };
  return { plan, review };
}

/** Returns the record of a document whose items are on the platform. */
function createRecord({ path, blob, items }: WantedDocument): DocumentRecord {
  return {
    path,
    blob,
    chunkConfigHash: '',
    items: items.map((item) => ({
      key: item.key,
      title: item.title,
      fingerprint: computeFingerprint(item),
      ...(item.public ? { public: true as const } : {}),
      status: 'live' as const,
      id: item.key,
      revision: 0,
    })),
  };
}

/** Returns the changed files to which a document refers. */
function findCauses(uses: readonly string[], changed: ReadonlySet<string>): string[] {
  return [...new Set(uses.map((use) => getReferenceKey(parseUse(use))))].filter((key) => changed.has(key));
}
