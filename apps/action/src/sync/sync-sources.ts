import { renderComment } from '@context-sync/engine/comment/render-comment';
import type { RunContext } from '@context-sync/engine/event/event-context';
import type { Git } from '@context-sync/engine/git/git';
import { createOctokit, fetchHead, isAncestorOnGitHub, type Octokit } from '@context-sync/engine/github/octokit';
import type { Settings } from '@context-sync/engine/inputs/action-settings';
import { readInput } from '@context-sync/engine/inputs/read-input';
import { UserError } from '@context-sync/engine/problem/problem';
import { describeDriftCheck } from '@context-sync/engine/report/drift-check';
import { explain } from '@context-sync/engine/report/explain-failure';
import { describeFailOn } from '@context-sync/engine/report/fail-on-findings';
import {
  createDoubtAnnotations,
  createFailureAnnotations,
  createPortalAnnotations,
  createQuestionAnnotations,
} from '@context-sync/engine/report/log/annotations';
import { describeConclusion } from '@context-sync/engine/report/log/run-conclusion';
import { getOutputs } from '@context-sync/engine/report/outputs';
import { describeQuestions } from '@context-sync/engine/report/render/questions-part';
import type { Report } from '@context-sync/engine/report/report-model';
import { renderSummaryOfSources } from '@context-sync/engine/report/summary/job-summary';
import { writePlanFile } from '@context-sync/engine/report/write-plan-file';
import { openStore } from '@context-sync/engine/state/open-store';
import { readBranchHead } from '@context-sync/engine/state/read-branch-head';
import { checkInDoubtNames } from '@context-sync/engine/sync/in-doubt-names';
import { syncDocs } from '@context-sync/engine/sync/sync-docs';
import { compareWithReviewedPlan, findReviewedPlan } from '../comment/find-reviewed-plan.ts';
import { type CommentInput, postFailureComment, postPlanComment } from '../comment/post-comment.ts';
import { Annotator } from '../report/log/annotator.ts';
import { fail } from '../report/log/fail-run.ts';
import { createProgressLogger, logPlan } from '../report/log/log-plan.ts';
import { logSettings } from '../report/log/log-settings.ts';
import { failRun, isGitHubActions, logInfo, setOutputs, writeSummary } from '../report/log/workflow-commands.ts';

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
  for (const report of reports)
    annotator.add([
      ...createDoubtAnnotations(report),
      ...createFailureAnnotations(report),
      ...createPortalAnnotations(report),
    ]);
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
  const { context, branch, applying, git, sources } = input;
  const octokit = settings.githubToken === '' ? undefined : createOctokit(context, settings.githubToken);
  const syncedReport = await syncDocs({
    settings,
    context,
    branch,
    applying,
    previews: !applying && context.pullRequest !== undefined,
    docsFolders: sources.map(({ docs }) => docs),
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
  annotator.add(createQuestionAnnotations(report));
  if (report.questions) logInfo(`Golden questions: ${describeQuestions(report.questions)}`);
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
  return { context, settings, input: readInput, sources, fail: (failure) => annotator.add([failure]) };
}

/**
 * Adds to the report whether the applied plan equals the plan that was reviewed on the pull request. Returns the report unchanged if no plan was
 * reviewed.
 */
async function addReviewResult(report: Report, { owner, repo }: RunContext, github: Octokit): Promise<Report> {
  const { outcome, plan, project, docs, commit } = report;
  if (outcome !== 'applied' || !plan) return report;
  const reviewedPlan = await findReviewedPlan({ github, owner, repo, commit, key: { project, docs } });
  return reviewedPlan ? { ...report, reviewed: compareWithReviewedPlan(plan, reviewedPlan) } : report;
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
    logInfo('Canceled; recording what was sent');
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
