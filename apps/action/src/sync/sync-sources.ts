import * as core from '@actions/core';
import { compareWithReviewed, findReviewedPlan } from '../comment/find-reviewed.ts';
import { type CommentInput, postFailureComment, postPlanComment } from '../comment/post-comment.ts';
import { renderComment } from '../comment/render-comment.ts';
import type { RunContext } from '../event/event-context.ts';
import type { Git } from '../git/git.ts';
import { createOctokit, fetchHead, isAncestorOnGitHub, type Octokit } from '../github/octokit.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { UserError } from '../problem/problem.ts';
import { describeDriftCheck } from '../report/drift-check.ts';
import { explain } from '../report/explain-failure.ts';
import { describeFailOn } from '../report/fail-on-findings.ts';
import { createDoubtAnnotations, createFailureAnnotations } from '../report/log/annotations.ts';
import { Annotator } from '../report/log/annotator.ts';
import { fail } from '../report/log/fail-run.ts';
import { createProgressLogger, logPlan } from '../report/log/log-plan.ts';
import { logSettings } from '../report/log/log-settings.ts';
import { describeConclusion } from '../report/log/run-conclusion.ts';
import { failRun, isGitHubActions, logInfo, setOutputs, writeSummary } from '../report/log/workflow-commands.ts';
import { getOutputs } from '../report/outputs.ts';
import { renderSummaryOfSources } from '../report/render/job-summary.ts';
import type { Report } from '../report/report-model.ts';
import { writePlanFile } from '../report/write-plan-file.ts';
import { openStore } from '../state/open-store.ts';
import { readBranchHead } from '../state/read-branch-head.ts';
import { checkInDoubtNames } from './in-doubt-names.ts';
import { syncDocs } from './sync-docs.ts';

export interface SyncSourcesInput {
  readonly sources: readonly Settings[];
  readonly context: RunContext;
  readonly branch: string;
  readonly applying: boolean;
  readonly git: Git;
}

/** Syncs or plans one source after another, and reports the results of all sources. */
export async function syncSources(input: SyncSourcesInput): Promise<void> {
  const { sources, context } = input;
  logSettings(sources);
  const signal = abortOnSignal();
  const annotator = new Annotator();
  const reports: Report[] = [];
  const failures: unknown[] = [];
  await assertInDoubtNames(input, annotator);
  for (const settings of sources) {
    if (signal.aborted) break;
    try {
      reports.push(await runSource(input, settings, signal, annotator));
    } catch (error) {
      if (!input.applying) await postFailureComment(createCommentInput(input, settings, annotator), [settings], error);
      // If a source fails, the other sources are still synced.
      failures.push(sources.length === 1 ? error : nameSource(settings, error));
    }
  }
  if (sources.length === 1 && failures.length === 1) {
    annotator.close();
    throw failures[0];
  }
  const planPaths = reports.map((report) => writePlanFile(context.temp, report));
  // On GitHub, the path of the plan file is an output. On other systems, the path is logged.
  if (!isGitHubActions()) for (const path of planPaths) logInfo(`Plan file: ${path}`);
  setOutputs(getOutputs(reports, planPaths));
  await writeSummary(renderSummaryOfSources(reports));
  for (const report of reports) annotator.add([...createDoubtAnnotations(report), ...createFailureAnnotations(report)]);
  annotator.close();
  for (const failure of failures) await fail(failure);
  // The workflow sets fail-on, so it is the same for all sources.
  for (const report of reports) logConclusion(report, sources[0]?.failOn ?? new Set());
}

/**
 * Checks the names in `on-in-doubt`.
 * @throws UserError for unknown names
 */
async function assertInDoubtNames(input: SyncSourcesInput, annotator: Annotator): Promise<void> {
  const { sources, context, applying } = input;
  const { problems, resolved } = await checkInDoubtNames(sources, context);
  const message = (name: string) => `on-in-doubt: "${name}" is not in doubt anymore; remove the line from the workflow`;
  annotator.add(resolved.map((name) => ({ level: 'warning', message: message(name) })));
  if (problems.length === 0) return;
  annotator.close();
  const error = new UserError(problems);
  const [first] = sources;
  if (!applying && first) await postFailureComment(createCommentInput(input, first, annotator), sources, error);
  throw error;
}

async function runSource(
  input: SyncSourcesInput,
  settings: Settings,
  signal: AbortSignal,
  annotator: Annotator,
): Promise<Report> {
  const { context, branch, applying, git } = input;
  const octokit = settings.githubToken === '' ? undefined : createOctokit(context, settings.githubToken);
  const syncedReport = await syncDocs({
    settings,
    context,
    branch,
    applying,
    git,
    store: openStore(settings, context),
    history: {
      isAncestor: async (commit, other) =>
        (await git.isAncestor(commit, other)) ?? (octokit && isAncestorOnGitHub(octokit, context, commit, other)),
      head: async () =>
        (octokit && (await fetchHead(octokit, context, branch))) ??
        readBranchHead({ ...context, branch, stateRemote: settings.stateRemote, token: settings.githubToken }),
    },
    signal,
    log: {
      info: logInfo,
      warn: (message) => annotator.add([{ level: 'warning', message }]),
      progress: createProgressLogger(),
      planned: (plan, docs) => logPlan(plan, docs, annotator),
    },
  });
  const report: Report = {
    ...syncedReport,
    repositoryUrl: `${context.serverUrl}/${context.owner}/${context.repo}`,
    run: { url: context.runUrl, time: new Date() },
  };
  if (octokit === undefined) return report;
  if (!applying) await postPlanComment(createCommentInput(input, settings, annotator), renderComment(report));
  return addReviewResult(report, context, octokit);
}

/** Returns the data that the comments of a source need. */
function createCommentInput(
  { context, sources }: SyncSourcesInput,
  settings: Settings,
  annotator: Annotator,
): CommentInput {
  const input = (name: string) => core.getInput(name);
  return { context, settings, input, sources, fail: (failure) => annotator.add([failure]) };
}

/**
 * Adds to the report whether the applied plan equals the plan that was reviewed on the pull request. Returns the report unchanged if no plan was
 * reviewed.
 */
async function addReviewResult(report: Report, { owner, repo }: RunContext, github: Octokit): Promise<Report> {
  const { outcome, plan, project, docs, commit } = report;
  if (outcome !== 'applied' || !plan) return report;
  const reviewedPlan = await findReviewedPlan({ github, owner, repo, commit, key: { project, docs } });
  return reviewedPlan ? { ...report, reviewed: compareWithReviewed(plan, reviewedPlan) } : report;
}

/** Logs the result of a source and sets the exit code. */
function logConclusion(report: Report, failOn: Settings['failOn']): void {
  const driftText = describeDriftCheck(report.verified);
  if (driftText) logInfo(driftText);
  const { line, failed } = describeConclusion(report);
  if (failed) failRun(line);
  else logInfo(line);
  const failOnText = describeFailOn(report, failOn);
  if (failOnText) failRun(failOnText);
}

/** Returns a signal that aborts when the runner cancels the job. */
function abortOnSignal(): AbortSignal {
  const cancel = new AbortController();
  const onSignal = () => {
    logInfo('Cancelled; recording what was sent');
    cancel.abort();
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  return cancel.signal;
}

/** Adds the name of the source to an error. */
function nameSource({ project, docs }: Settings, error: unknown): unknown {
  const problems = explain(error);
  if (!problems) return error;
  const sourceName = `${project}, ${docs === '' ? '.' : docs}`;
  const namedProblems = problems.map((problem) => ({ ...problem, subject: `${sourceName}: ${problem.subject}` }));
  return new UserError(namedProblems, error);
}
