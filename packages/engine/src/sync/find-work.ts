import {
  hashParts,
  mergeRepositoryIdentity,
  type RepositoryIdentity,
  recordCommitOnly,
  type StateMeta,
  type StateSnapshot,
} from '@context-sync/sync';
import { type DocsTree, findDocs } from '../docs/find-docs.ts';
import { isSameOutside } from '../docs/outside-files.ts';
import { type RepositorySite, readRepositorySite } from '../docs/repository-site.ts';
import { UserError } from '../problem/problem.ts';
import { QUESTIONS_PATH } from '../questions/questions-schema.ts';
import type { Report } from '../report/report-model.ts';
import { getAddress, getRepositoryUrl, hashChunkConfig, hashSyncConfig } from './chunk-config-hash.ts';
import { type CommitOrder, decideCommitOrder, listRemovedCommits, logCommitOrder } from './commit-order.ts';
import { connectProblems } from './data-source.ts';
import { readState } from './read-state.ts';
import { reportWithoutChanges } from './report-without-changes.ts';
import { readSkippedCount } from './skipped-count.ts';
import type { SyncInput } from './sync-input.ts';
import type { SyncRounds } from './sync-rounds.ts';

/** The docs and the state to compare. */
export interface WorkContext {
  readonly docs: DocsTree;
  readonly base: StateSnapshot | undefined;
  readonly address: ReturnType<typeof getAddress>;
  /** The chunk config hash, which also covers the configuration files of site generators. */
  readonly chunkConfigHash: string;
  readonly settingsHash: string;
  readonly repositorySite: RepositorySite;
  /** Whether to check for drift. */
  readonly verify: boolean;
  readonly repository: RepositoryIdentity;
  /** The commits that a force push removed from the branch; undefined if there are none. */
  readonly removedCommits: readonly string[] | undefined;
}

/**
 * Reads the state and finds the docs. If these docs or a newer commit are already synced, returns the report of a run without changes.
 * @throws UserError, StateError; StateConflictError if another run was faster
 */
export async function findWork(
  input: SyncInput,
  rounds: SyncRounds,
): Promise<WorkContext | { readonly report: Report }> {
  const { settings, context, branch, git } = input;
  const base = await readState(input);
  const docs = await findDocs(git, settings);
  if ('problem' in docs) throw new UserError([docs, ...findProblemsToApply(input, base?.meta)]);

  const address = getAddress(settings, context, branch);
  const chunkConfigHash = hashChunkConfig(settings, address);
  const settingsHash = hashSyncConfig(settings, chunkConfigHash, branch);
  const isSynced =
    base?.meta.synced?.settings === settingsHash &&
    base.meta.synced.tree === docs.tree &&
    base.meta.portal?.by === undefined &&
    (await isSameOutside(git, docs.commit, settings.docs, base.meta.outside ?? {}));
  const order = await readOrder(input, docs.commit, base?.meta, isSynced);
  if (order === 'outdated' || order === 'unclear' || order === 'off-branch') {
    const outcome = order === 'off-branch' ? order : 'outdated';
    return { report: reportWithoutChanges(outcome, settings, docs.commit, base, rounds.earlier) };
  }
  const repository = mergeRepositoryIdentity(base?.meta.repository, context.repository);
  const removedCommits = base && order === 'set-back' ? listRemovedCommits(base.meta) : undefined;
  const verify = shouldVerify(input);
  const mustCompare =
    rounds.earlier !== undefined || verify || settings.forget.length > 0 || (await hasQuestions(input));
  if (base && isSynced && !mustCompare) {
    return { report: await reportSynced(input, docs, base, { repository, removedCommits }) };
  }
  // Links to files outside of the public site refer to the repository.
  const repositoryUrl = getRepositoryUrl(context, branch);
  const repositorySite = await readRepositorySite(git, docs.commit, { ...address, repositoryUrl });
  return {
    docs,
    base,
    address,
    chunkConfigHash: hashParts([chunkConfigHash, repositoryUrl, repositorySite.configDigest], 16),
    settingsHash,
    repositorySite,
    verify,
    repository,
    removedCommits,
  };
}

/** Returns whether the plan checks golden questions. Their file can change even if the docs do not. */
async function hasQuestions({ applying, git }: SyncInput): Promise<boolean> {
  return !applying && (await git.resolve(`${git.head}:${QUESTIONS_PATH}`)) !== undefined;
}

/** Returns the problems that prevent applying a plan but not creating it. */
export function findProblemsToApply({ applying, settings }: SyncInput, meta: StateMeta | undefined) {
  return applying ? connectProblems(settings, meta) : [];
}

async function readOrder(
  { applying, history, log, branch, context }: SyncInput,
  commit: string,
  meta: StateMeta | undefined,
  isSynced: boolean,
): Promise<CommitOrder> {
  if (!meta) return 'current';
  const order = applying ? await decideCommitOrder(history, commit, meta, isSynced) : 'current';
  logCommitOrder(order, { log, branch, forced: context.forced, commit, last: meta.commit });
  return order;
}

async function reportSynced(
  { applying, settings, store }: SyncInput,
  docs: DocsTree,
  base: StateSnapshot,
  { repository, removedCommits }: Pick<WorkContext, 'repository' | 'removedCommits'>,
): Promise<Report> {
  if (applying) await recordCommitOnly(store, base, { commit: docs.commit, repository, removedCommits });
  const report = reportWithoutChanges('unchanged', settings, docs.commit, base);
  return { ...report, skippedCount: await readSkippedCount(docs, base) };
}

/** Returns whether to check for drift. By default, only scheduled and manual runs do so. */
function shouldVerify({ settings, context }: SyncInput): boolean {
  if (settings.verify !== 'auto') return settings.verify === 'true';
  return context.eventName === 'schedule' || context.eventName === 'workflow_dispatch';
}
