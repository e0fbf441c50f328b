import type { ReadOptions } from '../docs/chunk-document.ts';
import type { DocsListing } from '../docs/find-docs.ts';
import type { ReadDocs } from '../docs/read-docs.ts';
import { GitError } from '../git/git-error.ts';
import type { QuestionsReport } from '../questions/answers-model.ts';
import { checkQuestions } from '../questions/check-questions.ts';
import { readQuestions } from '../questions/read-questions.ts';
import { getRepositoryUrl } from './chunk-config-hash.ts';
import { readBaseSide, readPlannedSide, type Side, type SidesInput } from './read-sides.ts';
import type { SyncInput } from './sync-input.ts';

export interface QuestionsInput {
  readonly commit: string;
  /** The commit with which the plan is compared; undefined if the checkout does not contain it. */
  readonly base: string | undefined;
  readonly listing: Pick<DocsListing, 'documents'>;
  readonly docs: Pick<ReadDocs, 'wanted' | 'skipped'>;
  readonly options: ReadOptions;
}

/**
 * Checks the golden questions of the planned commit, and compares their answers with those at the base commit. Searches in memory, so that no
 * platform and no key are needed.
 * @returns undefined if the commit has no file with questions
 * @throws GitError
 */
export async function planQuestions(
  { git, settings, context, branch, docsFolders }: SyncInput,
  { commit, base, listing, docs, options }: QuestionsInput,
): Promise<QuestionsReport | undefined> {
  const file = await readQuestions(git);
  if (!file) return undefined;
  const input: SidesInput = { git, settings, options, repositoryUrl: getRepositoryUrl(context, branch) };
  const after = await readPlannedSide(input, commit, listing.documents, docs);
  const before = base === undefined ? undefined : await readBase(input, base, after);
  const renames = before ? await git.listRenames(before.commit, commit) : new Map<string, string>();
  const sides = { before: before?.documents, after: after.documents, skipped: docs.skipped, renames };
  return checkQuestions(file, { docs: settings.docs, folders: docsFolders }, sides).report;
}

/** Returns undefined if objects of the base commit are missing, as in a partial clone. */
async function readBase(input: SidesInput, base: string, after: Side): Promise<Side | undefined> {
  try {
    return await readBaseSide(input, base, after);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
