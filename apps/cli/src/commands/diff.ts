import { renderComment } from '@context-sync/engine/comment/render-comment';
import { UserError } from '@context-sync/engine/problem/problem';
import { createChangeRows } from '@context-sync/engine/report/describe-changes';
import type { Report } from '@context-sync/engine/report/report-model';
import { dividePlan } from '@context-sync/engine/report/reviewed/divide-plan';
import { findBase } from '@context-sync/engine/review/find-base';
import { findMoves } from '@context-sync/engine/review/find-moves';
import { readCommit } from '@context-sync/engine/sync/read-commit';
import { computePlanHash, getCounts } from '@context-sync/sync';
import { publishComment } from '../comment/publish-comment.ts';
import { type Comparison, compareCommits } from '../diff/compare-commits.ts';
import { renderDiffText } from '../diff/diff-text.ts';
import type { CommandInput } from '../options/command-definition.ts';
import { openCommit } from '../workspace/open-snapshot.ts';
import { readSourceDocs, type SourceDocs, type Workspace, withWorkspace } from '../workspace/open-workspace.ts';

/** Prints how the items differ from those of another commit. */
export async function run(input: CommandInput): Promise<number> {
  const [revision] = input.positionals;
  const { terminal } = input;
  return withWorkspace(input, async (workspace) => {
    const { repository, snapshot, context, branch, name } = workspace;
    const base = await openCommit(repository, revision ?? (await findDefaultBase(workspace)));
    const changedPaths = await snapshot.git.listChangedPaths(base.commit, snapshot.commit);
    for (const after of await readSourceDocs(workspace)) {
      const before = await readCommit(base.git, after.settings, context, branch);
      const comparison = compareCommits(before, after, changedPaths);
      const report = createReport(workspace, after, comparison);
      if (input.isSet('json')) writeJson(input, base.commit, after, comparison);
      else if (input.getValue('format') === 'markdown') {
        terminal.write(`${renderComment(report).body}\n`);
      } else {
        terminal.print(
          `${terminal.style.bold(after.settings.project)}: ${name}, compared with ${base.commit.slice(0, 7)}\n`,
        );
        const { plan, review } = comparison;
        terminal.print(renderDiffText(dividePlan(plan, review), getCounts(plan).unchanged, terminal.style));
      }
      await publishComment(input, report);
    }
    return 0;
  });
}

/** Returns the merge base with the default branch; on the default branch itself, the commit before the changes. */
async function findDefaultBase({ snapshot, branch, repository }: Workspace): Promise<string> {
  const { git, commit } = snapshot;
  const base =
    (await findBase(git, { head: commit, target: undefined, branch })) ?? (await git.resolve(`${commit}^^{commit}`));
  if (base !== undefined) return base;
  const fix = repository.isShallow
    ? 'fetch the history with "git fetch --unshallow", or name a commit that this clone contains'
    : 'name a commit, such as "context-sync diff HEAD"';
  throw new UserError([{ subject: 'base', problem: 'there is no earlier commit to compare with', fix }]);
}

function writeJson({ terminal }: CommandInput, base: string, after: SourceDocs, { plan, review }: Comparison): void {
  const changes = createChangeRows(plan.changes).map(({ kind, path, key, title, item }) => {
    const oldItem = review.oldItems.get(path)?.get(key);
    const lines = item?.lines ?? oldItem?.lines;
    return {
      kind,
      path,
      key,
      title,
      ...(lines ? { lines } : {}),
      before: oldItem?.content ?? null,
      after: item?.content ?? null,
    };
  });
  const result = {
    project: after.settings.project,
    base,
    commit: after.commit,
    unchanged: getCounts(plan).unchanged,
    moves: findMoves(plan, review),
    changes,
  };
  terminal.write(`${JSON.stringify(result, null, 2)}\n`);
}

function createReport(
  { context }: Workspace,
  { settings, commit, docs }: SourceDocs,
  { plan, review }: Comparison,
): Report {
  return {
    outcome: 'planned',
    project: settings.project,
    docs: settings.docs,
    commit,
    repositoryUrl: `${context.serverUrl}/${context.owner}/${context.repo}`,
    counts: getCounts(plan),
    plan,
    planHash: computePlanHash(plan),
    result: undefined,
    leftovers: [],
    skipped: docs.skipped,
    skippedCount: docs.skipped.length,
    warnings: docs.warnings,
    verified: undefined,
    dataSourceId: undefined,
    review,
    run: { url: context.runUrl, time: new Date() },
  };
}
