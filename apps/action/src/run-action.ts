import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as core from '@actions/core';
import { getOctokit } from '@actions/github';
import { ApiError } from '@context-sync/core';
import type { StateStore } from '@context-sync/sync';
import { findDocs, noDocuments } from './docs/documents.ts';
import { Git } from './docs/git.ts';
import { type RunContext, readContext } from './event/context.ts';
import { decide } from './event/decide.ts';
import { API_KEY_MISSING, parseInputs } from './inputs/parse-inputs.ts';
import type { Settings } from './inputs/settings.ts';
import { explain, explainFailure } from './report/explain.ts';
import { info, progressTeller, showPlan } from './report/log.ts';
import { outputsOf } from './report/outputs.ts';
import { count, countsInWords } from './report/phrases.ts';
import { planFile } from './report/plan-file.ts';
import { logLine } from './report/safe-text.ts';
import { faultSummary, summary } from './report/summary.ts';
import { verifiedInWords } from './report/verified.ts';
import { INSTALLATION_ID_MISSING } from './run/data-source.ts';
import type { Report } from './run/report.ts';
import { syncDocs } from './run/sync-docs.ts';
import { FolderStateStore } from './state/folder-state-store.ts';
import { GitHubStateStore } from './state/github-state-store.ts';
import { describeFault, type Fault, UserError } from './user-error.ts';

/** GitHub shows so many annotations of a kind for a step. */
const ANNOTATION_LIMIT = 10;
const STOPPED = 'Nothing more was sent:';

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
  const { settings: parsed, faults } = parseInputs((name) => core.getInput(name));
  const branch = parsed.branch ?? context.defaultBranch ?? (await defaultBranchOf(context, parsed.githubToken ?? ''));
  const decision = decide(context, parsed.mode ?? 'auto', branch);
  const titles = { apply: 'Sync', plan: 'Plan', nothing: 'Nothing to do', refuse: 'Refused' };
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

  const applying = decision.action === 'apply';
  const git = new Git(context.workspace);
  const all = [...(applying && parsed.apiKey === '' ? [API_KEY_MISSING] : []), ...faults];
  if (all.length > 0) throw new UserError([...all, ...(await furtherFaults(parsed, context, git, applying))]);
  const settings = parsed as Settings;

  const cancel = new AbortController();
  const onSignal = () => {
    info('Cancelled: recording what was done');
    cancel.abort();
  };
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);

  const planPath = join(context.temp, `context-sync-plan-${randomBytes(6).toString('hex')}.json`);
  const report = await syncDocs({
    settings,
    context,
    branch,
    applying,
    git,
    store: storeOf(settings, context),
    isAncestor: async (commit, other) =>
      (await git.isAncestor(commit, other)) ?? isAncestorOnGitHub(context, settings.githubToken, commit, other),
    signal: cancel.signal,
    log: {
      info,
      warn: (text) => core.warning(logLine(text)),
      progress: progressTeller(),
      planned: showPlan,
    },
  });
  // `wx` refuses to follow a link that somebody has put there.
  writeFileSync(planPath, planFile(report), { flag: 'wx' });
  for (const [name, value] of Object.entries(outputsOf(report, planPath))) core.setOutput(name, value);
  await writeSummary(summary(report));
  conclude(report);
}

/** The last line of the log, and the exit code. */
function conclude({ outcome, counts, result, project, verified }: Report): void {
  const stoppedBy = result?.stoppedBy;
  // What stopped the run is told once, however many requests met it.
  const failures = (result?.failures ?? []).filter(({ error }) => !stoppedBy || kindOf(error) !== kindOf(stoppedBy));
  for (const failure of failures.slice(0, ANNOTATION_LIMIT - 1)) {
    const { change } = failure;
    const item = change && 'item' in change ? change.item : undefined;
    const where = item && change ? { file: change.path, startLine: item.lines[0] } : {};
    core.error(logLine(describeFault(explainFailure(failure))), where);
  }
  if (failures.length >= ANNOTATION_LIMIT)
    core.error(`${count(failures.length, 'change')} failed; all are in the summary`);

  const compared = verifiedInWords(verified);
  if (compared) info(compared);
  const words = countsInWords(counts, result?.failures.length ?? 0);
  const last = {
    unchanged: `Nothing has changed: ${words}`,
    outdated: 'Nothing to do: a newer commit was synced already',
    planned: `Planned for ${project}: ${words}`,
    applied: `Synced to ${project}: ${words}`,
  };
  if (stoppedBy)
    core.setFailed(logLine(`${(explain(stoppedBy) ?? []).map(describeFault).join(' ')} ${STOPPED} ${words}.`));
  else if (result?.end === 'cancelled')
    core.setFailed(`Cancelled; the next run goes on where this one ended: ${words}`);
  else if (result?.end === 'out-of-time')
    core.setFailed(`Out of time; run the job again to go on, or raise max-minutes: ${words}`);
  else if (failures.length > 0)
    core.setFailed(`${count(failures.length, 'change')} failed; the next run tries again: ${words}`);
  else info(last[outcome]);
  if (counts.inDoubt > 0)
    core.warning(`${count(counts.inDoubt, 'item')} in doubt: look on the platform, then set on-in-doubt for one run`);
  if (result?.connected === 'in-doubt')
    core.warning('Whether the repository is connected is in doubt; see the summary');
}

function kindOf(error: Error): string {
  return error instanceof ApiError ? error.kind : error.name;
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

/** What else is wrong, so that one run tells all of it. Best effort: inputs that are faulty themselves are not looked at further. */
async function furtherFaults(
  parsed: Partial<Settings>,
  context: RunContext,
  git: Git,
  applying: boolean,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const { docs, include = [], exclude = [], keep = new Set() } = parsed;
  if (docs !== undefined) {
    const settings = { docs, include, exclude, keep };
    const found = await findDocs(git, settings);
    if ('problem' in found) faults.push(found);
    else {
      const { documents, skipped } = await found.list();
      if (documents.length === 0) faults.push(noDocuments(settings, skipped));
    }
  }
  const { stateRef, stateFolder, githubToken, connect, installationId } = parsed;
  if (
    applying &&
    connect &&
    installationId === undefined &&
    core.getInput('installation-id') === '' &&
    stateRef &&
    githubToken
  ) {
    try {
      const state = await storeOf({ stateRef, stateFolder, githubToken }, context).read();
      if (!state?.meta.dataSource) faults.push(INSTALLATION_ID_MISSING);
    } catch (error) {
      faults.push(...(explain(error) ?? []));
    }
  }
  return faults;
}

function storeOf(
  { githubToken, stateRef, stateFolder }: Pick<Settings, 'githubToken' | 'stateRef'> & Partial<Settings>,
  context: RunContext,
): StateStore {
  if (stateFolder !== undefined) return new FolderStateStore(resolve(context.workspace, stateFolder));
  const { owner, repo } = context;
  return new GitHubStateStore(octokitOf(context, githubToken), { owner, repo, ref: stateRef });
}

function octokitOf({ apiUrl }: RunContext, token: string) {
  const silent = () => undefined;
  return getOctokit(token, { baseUrl: apiUrl, log: { debug: silent, info: silent, warn: silent, error: silent } });
}

/** What a shallow clone cannot tell, GitHub can. Best effort: a commit that it does not know is not known to be older. */
async function isAncestorOnGitHub(
  context: RunContext,
  token: string,
  commit: string,
  other: string,
): Promise<boolean | undefined> {
  try {
    const { owner, repo } = context;
    const basehead = `${other}...${commit}`;
    const { data } = await octokitOf(context, token).rest.repos.compareCommitsWithBasehead({ owner, repo, basehead });
    return data.status === 'behind';
  } catch {
    return undefined;
  }
}

async function defaultBranchOf(context: RunContext, token: string): Promise<string> {
  try {
    const { owner, repo } = context;
    return (await octokitOf(context, token).rest.repos.get({ owner, repo })).data.default_branch;
  } catch (cause) {
    throw new UserError(
      [
        {
          subject: 'branch',
          problem: "the event does not name the repository's default branch, and GitHub did not tell it",
          fix: 'set branch',
        },
      ],
      cause,
    );
  }
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

/** Masks the secrets, also in the forms that they take in URLs and headers, before anything can be printed. */
function mask(...secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (secret === '') continue;
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(`x-access-token:${secret}`).toString('base64'),
    ];
    for (const form of new Set(forms)) core.setSecret(form);
  }
}
