import type { WantedItem } from '@context-sync/sync';

/** The facts about a plan with which it can be reviewed: the changes that belong to the reviewed commits, their causes, and the old texts. */
export interface Review {
  /** The commit with which the plan is compared; undefined if the checkout does not contain it. */
  readonly base: string | undefined;
  /** Paths of files that the reviewed commits change. */
  readonly changedPaths: ReadonlySet<string>;
  /** Documents whose items change, or that are skipped now, because of other files, by path, with the paths of these files. */
  readonly causes: ReadonlyMap<string, readonly string[]>;
  /** The items of the base commit by path and key, for documents with changes. */
  readonly oldItems: ReadonlyMap<string, ReadonlyMap<string, WantedItem>>;
  /** The messages of the warnings about these documents at the base commit, by path. */
  readonly oldWarnings: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns whether a document belongs to the reviewed commits: they change it, or it changes because of them. */
export function isReviewed({ changedPaths, causes }: Review, path: string): boolean {
  return changedPaths.has(path) || causes.get(path)?.some((cause) => changedPaths.has(cause)) === true;
}
