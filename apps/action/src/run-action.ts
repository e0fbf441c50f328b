import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as core from '@actions/core';
import type { StateStore } from '@context-sync/sync';
import { readConfig } from './config/read-config.ts';
import { type Source, sourcesOf } from './config/sources.ts';
import { Git } from './docs/git.ts';
import { diagnose } from './doctor/doctor.ts';
import { type RunContext, readContext } from './event/context.ts';
import { decide } from './event/decide.ts';
import { defaultBranchOf, isAncestorOnGitHub, octokitOf } from './github/octokit.ts';
import { API_KEY_MISSING } from './inputs/parse-inputs.ts';
import type { Settings } from './inputs/settings.ts';
import { diagnosisSummary, showDiagnosis } from './report/diagnosis.ts';
import { explain } from './report/explain.ts';
import { info, progressTeller, showPlan } from './report/log.ts';
import { mask } from './report/mask.ts';
import { outputsOf } from './report/outputs.ts';
import { planFile } from './report/plan-file.ts';
import { logLine } from './report/safe-text.ts';
import { showSettings } from './report/settings.ts';
import { faultSummary, summary } from './report/summary.ts';
import { conclude } from './run/conclude.ts';
import { furtherFaults } from './run/further-faults.ts';
import type { Report } from './run/report.ts';
import { syncDocs } from './run/sync-docs.ts';
import { FolderStateStore } from './state/folder-state-store.ts';
import { GitHubStateStore } from './state/github-state-store.ts';
import { describeFault, type Fault, UserError } from './user-error.ts';

/** Milliseconds after which the doctor asks the service nothing more. */
const DOCTOR_LIMIT = 120_000;

/** Runs the action: reads inputs and event, syncs or plans, reports. Sets the exit code; never throws. */
export async function runAction(): Promise<void> {
  mask(core.getInput('api-key'), core.getInput('github-token'));
  try {
    await run();
  } catch (error) {
    await fail(error);
  }
}

async function run(): Promise<void> {
  const context = readContext(process.env);
  const git = new Git(context.workspace);
  const { config, faults: configFaults } = await readConfig(git, core.getInput('config'));
  const sources = sourcesOf((name) => core.getInput(name), config);
  const first = sources[0]?.settings ?? {};
  const branch = first.branch ?? context.defaultBranch ?? (await branchOnGitHub(context, first));
  const decision = decide(context, first.mode ?? 'auto', branch);
  const titles = { apply: 'Sync', plan: 'Plan', doctor: 'Doctor', nothing: 'Nothing to do', refuse: 'Refused' };
  info(`${titles[decision.action]}: ${decision.reason}`);
  if (decision.warning) core.warning(logLine(decision.warning));
  if (decision.action === 'nothing') {
    core.setOutput('changed', 'false');
    return;
  }
  if (decision.action === 'refuse') {
    throw new UserError([
      { subject: 'on', problem: decision.reason, fix: 'trigger the workflow on push and pull_request' },
    ]);
  }

  if (decision.action === 'doctor') {
    const storeFor = (settings: Settings) => storeOf(settings, context);
    const signal = AbortSignal.timeout(DOCTOR_LIMIT);
    const diagnoses = await diagnose({ sources, configFaults, context, branch, git, storeOf: storeFor, signal });
    showDiagnosis(diagnoses);
    await writeSummary(diagnosisSummary(diagnoses));
    return;
  }

  const applying = decision.action === 'apply';
  const faults = [
    ...(applying && first.apiKey === '' ? [API_KEY_MISSING] : []),
    ...configFaults,
    ...sources.flatMap((source) => source.faults),
  ];
  if (faults.length > 0) throw new UserError([...faults, ...(await allFurtherFaults(sources, context, git, applying))]);
  showSettings(sources.map(({ settings }) => settings as Settings));

  const cancel = cancelled();
  const reports: Report[] = [];
  const failures: unknown[] = [];
  for (const { settings } of sources as { settings: Settings }[]) {
    if (cancel.aborted) break;
    try {
      reports.push(await runSource({ settings, context, branch, applying, git, signal: cancel }));
    } catch (error) {
      // One source that cannot be synced must not keep the others from it; a single one is told as any other failure.
      if (sources.length === 1) throw error;
      failures.push(inSource(settings, error));
    }
  }
  const planPaths = reports.map((report) => writePlanFile(context, report));
  for (const [name, value] of Object.entries(outputsOf(reports, planPaths))) core.setOutput(name, value);
  await writeSummary(reports.map((report) => summary(report)).join('\n'));
  for (const report of reports) conclude(report);
  for (const failure of failures) await fail(failure);
}

interface SourceRun {
  readonly settings: Settings;
  readonly context: RunContext;
  readonly branch: string;
  readonly applying: boolean;
  readonly git: Git;
  readonly signal: AbortSignal;
}

async function runSource({ settings, context, branch, applying, git, signal }: SourceRun): Promise<Report> {
  const octokit = octokitOf(context, settings.githubToken);
  return syncDocs({
    settings,
    context,
    branch,
    applying,
    git,
    store: storeOf(settings, context),
    isAncestor: async (commit, other) =>
      (await git.isAncestor(commit, other)) ?? isAncestorOnGitHub(octokit, context, commit, other),
    signal,
    log: {
      info,
      warn: (text) => core.warning(logLine(text)),
      progress: progressTeller(),
      planned: showPlan,
    },
  });
}

/** Aborted by the runner's signals. */
function cancelled(): AbortSignal {
  const cancel = new AbortController();
  const onSignal = () => {
    info('Cancelled: recording what was done');
    cancel.abort();
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  return cancel.signal;
}

/** Says which of several sources an error is of. */
function inSource({ project, docs }: Settings, error: unknown): unknown {
  const faults = explain(error);
  if (!faults) return error;
  const where = `${project}, ${docs === '' ? '.' : docs}`;
  return new UserError(
    faults.map((fault) => ({ ...fault, subject: `${where}: ${fault.subject}` })),
    error,
  );
}

function writePlanFile({ temp }: RunContext, report: Report): string {
  const path = join(temp, `context-sync-plan-${randomBytes(6).toString('hex')}.json`);
  // `wx` refuses to follow a link that somebody has put there.
  writeFileSync(path, planFile(report), { flag: 'wx' });
  return path;
}

async function branchOnGitHub(context: RunContext, { githubToken = '' }: Partial<Settings>): Promise<string> {
  return defaultBranchOf(octokitOf(context, githubToken), context);
}

async function allFurtherFaults(
  sources: readonly Source[],
  context: RunContext,
  git: Git,
  applying: boolean,
): Promise<Fault[]> {
  const all = await Promise.all(
    sources.map((source) => {
      const { stateRef, githubToken } = source.settings;
      const store =
        stateRef && githubToken ? storeOf({ ...source.settings, stateRef, githubToken }, context) : undefined;
      return furtherFaults(source, git, applying, store);
    }),
  );
  return all.flat();
}

function storeOf(
  { githubToken, stateRef, stateFolder }: Pick<Settings, 'githubToken' | 'stateRef'> & Partial<Settings>,
  context: RunContext,
): StateStore {
  if (stateFolder !== undefined) return new FolderStateStore(resolve(context.workspace, stateFolder));
  const { owner, repo } = context;
  return new GitHubStateStore(octokitOf(context, githubToken), { owner, repo, ref: stateRef });
}

async function fail(error: unknown): Promise<void> {
  const faults = explain(error);
  if (faults) {
    await writeSummary(faultSummary(faults));
    const lines = faults.map((fault) => logLine(describeFault(fault)));
    core.setFailed(
      lines.length === 1
        ? (lines[0] ?? '')
        : `${lines.length} things keep this run from syncing:\n${lines.map((line) => `- ${line}`).join('\n')}`,
    );
    return;
  }
  core.debug(logLine(error instanceof Error ? (error.stack ?? '') : ''));
  core.setFailed(
    logLine(
      `${error instanceof Error ? error.message : String(error)}. This is a defect of Context Sync: please report it, with the log of a run with debug logging`,
    ),
  );
}

/** Best effort: a summary that cannot be written must not fail a sync that was done. */
async function writeSummary(text: string): Promise<void> {
  try {
    await core.summary.addRaw(text).write();
  } catch (error) {
    core.warning(
      logLine(`The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}
