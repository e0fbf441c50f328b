import { findKeptPath } from '@context-sync/selection';
import type { Plan } from '@context-sync/sync';
import type { ReadOptions } from '../docs/chunk-document.ts';
import type { StateRecords } from '../docs/find-affected.ts';
import type { ReadDocs } from '../docs/read-docs.ts';
import type { Git } from '../git/git.ts';
import { GitError } from '../git/git-error.ts';
import { findBase, type ReviewedCommits } from './find-base.ts';
import { readOldItems } from './read-old-items.ts';
import type { Review } from './review-model.ts';

export interface ReviewInput {
  readonly git: Git;
  readonly commits: ReviewedCommits;
  readonly plan: Plan;
  readonly docs: Pick<ReadDocs, 'causes' | 'edited' | 'skipped' | 'warnings'>;
  readonly options: ReadOptions;
  readonly records: StateRecords;
}

/**
 * Collects the facts that reviewers of a plan need. If the checkout does not contain the base commit, the documents that differ from the last sync are
 * treated as the changed files, and the old texts are unknown.
 */
export async function createReview({ git, commits, plan, docs, options, records }: ReviewInput): Promise<Review> {
  const { edited } = docs;
  const causes = new Map([...docs.causes, ...findSkipCauses(plan, docs)]);
  const emptyReview = { oldItems: new Map(), oldWarnings: new Map() };
  const unknownBase = { base: undefined, changedPaths: new Set([...edited, ...plan.gone]), causes, ...emptyReview };
  try {
    const base = await findBase(git, commits);
    if (base === undefined) return unknownBase;
    const changedPaths = new Set(await git.listChangedPaths(base, commits.head));
    const review: Review = { base, changedPaths, causes, ...emptyReview };
    const changes = plan.changes.filter(({ kind }) => kind !== 'unchanged');
    const paths = new Set([...changes, ...docs.warnings].map(({ path }) => path));
    return { ...review, ...(await readOldItems({ git, base, review, paths, options, records })) };
  } catch (error) {
    // In a partial clone, objects of the base commit may be missing. The plan is complete without them.
    if (error instanceof GitError) return unknownBase;
    throw error;
  }
}

/** Returns the documents that are on the platform and are skipped now, each with the path of the document because of which it is skipped. */
function findSkipCauses({ gone }: Plan, { skipped }: ReviewInput['docs']): [string, readonly string[]][] {
  const isGone = new Set(gone);
  return skipped.flatMap(({ path, reason }): [string, readonly string[]][] => {
    const keptPath = isGone.has(path) ? findKeptPath(reason) : undefined;
    return keptPath === undefined ? [] : [[path, [keptPath]]];
  });
}
