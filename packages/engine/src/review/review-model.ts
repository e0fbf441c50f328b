import type { WantedItem } from '@context-sync/sync';

/** The facts that reviewers of a plan need: the changes that belong to the reviewed commits, their causes, and the old texts. */
export interface Review {
  /** The commit with which the plan is compared; undefined if the checkout does not contain it. */
  readonly base: string | undefined;
  /** Paths of files that the reviewed commits change. */
  readonly changedPaths: ReadonlySet<string>;
  /** Documents whose items change, or that are now skipped, because of other files. Maps the path of each document to the paths of these files. */
  readonly causes: ReadonlyMap<string, readonly string[]>;
  /** The items of the base commit by path and key, for documents with changes. */
  readonly oldItems: ReadonlyMap<string, ReadonlyMap<string, WantedItem>>;
  /** The messages of the warnings about these documents at the base commit, by path. */
  readonly oldWarnings: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns whether the reviewed commits change a document, directly or through another file. */
export function isReviewed({ changedPaths, causes }: Review, path: string): boolean {
  return changedPaths.has(path) || causes.get(path)?.some((cause) => changedPaths.has(cause)) === true;
}
