import { decideRun } from '@context-sync/engine/event/decide-run';
import { type RunContext, readContext } from '@context-sync/engine/event/event-context';
import { Git } from '@context-sync/engine/git/git';
import type { Settings } from '@context-sync/engine/inputs/action-settings';
import { API_KEY_MISSING } from '@context-sync/engine/inputs/missing-inputs';
import { isOwnInput, parseSources, type SourceSettings } from '@context-sync/engine/inputs/parse-sources';
import { readInput } from '@context-sync/engine/inputs/read-input';
import { findUnknownInputs } from '@context-sync/engine/inputs/unknown-inputs';
import { DEFAULT_CONFIG_PATH } from '@context-sync/engine/inputs/workflow-inputs';
import { type Problem, UserError } from '@context-sync/engine/problem/problem';
import { findPreflightProblems, type StateSettings } from '@context-sync/engine/sync/preflight-checks';
import { fail } from './report/log/fail-run.ts';
import { annotate, logInfo, maskSecrets, setOutputs } from './report/log/workflow-commands.ts';

/**
 * Runs the action: reads the inputs and the event, then syncs, plans or checks the setup. Sets the exit code and never throws. Code that only a valid
 * run needs is loaded after the inputs are validated.
 */
export async function runAction(): Promise<void> {
  maskSecrets();
  try {
    await run();
  } catch (error) {
    await fail(error);
  }
}

async function run(): Promise<void> {
  const context = readContext(process.env);
  const git = new Git(context.workspace);
  const { config, problems: configProblems } = await readConfig(git);
  const isConfigBroken = configProblems.length > 0;
  const sources = parseSources(readInput, config).map((source) =>
    isConfigBroken ? keepInputProblems(source) : source,
  );
  const firstSettings = sources[0]?.settings ?? {};
  const branch = firstSettings.branch ?? context.defaultBranch ?? (await fetchBranch(context, firstSettings));
  const decision = decideRun(context, firstSettings.mode ?? 'auto', branch);
  const titles = { apply: 'Sync', plan: 'Plan', doctor: 'Doctor', nothing: 'Nothing to do', refuse: 'Refused' };
  logInfo(`${titles[decision.action]}: ${decision.reason}`);
  if (decision.warning) annotate({ level: 'warning', message: decision.warning });
  if (decision.action === 'nothing') {
    setOutputs({ changed: 'false' });
    return;
  }
  if (decision.action === 'refuse') {
    const fix = 'trigger the workflow on push and pull_request instead';
    throw new UserError([{ subject: 'on', problem: decision.reason, fix }]);
  }
  const branchProblems = await findBranchProblems(context, firstSettings);
  if (decision.action === 'doctor') {
    const { runDoctor } = await import('./lazy.ts');
    const inputProblems = findUnknownInputs(process.env);
    await runDoctor({ sources, configProblems, inputProblems, branchProblems, context, branch, git });
    return;
  }

  const isApplying = decision.action === 'apply';
  const problems = [
    ...findUnknownInputs(process.env),
    ...(isApplying && firstSettings.apiKey === '' ? [API_KEY_MISSING] : []),
    ...branchProblems,
    ...configProblems,
    ...sources.flatMap((source) => source.problems),
  ];
  if (problems.length > 0) {
    const readState = async (settings: StateSettings) => {
      const { openStore } = await import('./lazy.ts');
      return openStore(settings, context).read();
    };
    // Without a valid configuration file, the docs folders are unknown, so only the problems of the file and of the inputs are reported.
    const preflight = { git, applying: isApplying, readState };
    const furtherProblems = isConfigBroken ? [] : await findPreflightProblems(sources, preflight);
    const error = new UserError([...problems, ...furtherProblems]);
    if (!isApplying && context.pullRequest) await postPlanFailure(context, sources, isConfigBroken, error);
    throw error;
  }
  const settings = sources.map((source) => source.settings as Settings);
  const { syncSources } = await import('./lazy.ts');
  await syncSources({ sources: settings, context, branch, applying: isApplying, git });
}

/** Posts the problems that prevented the plan as a comment on the pull request. */
async function postPlanFailure(
  context: RunContext,
  sources: readonly SourceSettings[],
  isConfigBroken: boolean,
  error: UserError,
): Promise<void> {
  const { postFailureComment } = await import('./lazy.ts');
  const settings = sources.map((source) => source.settings);
  // If the configuration file is invalid, the sources are unknown, because the inputs do not define all of them.
  const plannedSettings = isConfigBroken ? [] : settings;
  await postFailureComment(
    { context, settings: settings[0] ?? {}, input: readInput, sources: plannedSettings, fail: annotate },
    plannedSettings,
    error,
  );
}

/** Omits the problems that a valid configuration file could solve, such as a missing project. */
function keepInputProblems({ settings, problems }: SourceSettings): SourceSettings {
  return { settings, problems: problems.filter(({ subject }) => isOwnInput(subject, readInput)) };
}

/** Reads the configuration file if it exists. */
async function readConfig(git: Git) {
  const path = readInput('config');
  if (path === '' && (await git.resolve(`HEAD:${DEFAULT_CONFIG_PATH}`)) === undefined)
    return { config: {}, problems: [] };
  const { readConfig: read } = await import('./lazy.ts');
  return read(git, path);
}

const BRANCH_UNKNOWN = {
  subject: 'branch',
  problem: 'is empty, and the default branch cannot be read without github-token',
  fix: 'set branch to the branch to sync',
};

/** Returns a problem if the configured branch does not exist, because no run would ever sync. If the run is on this branch, the branch exists. */
async function findBranchProblems(
  context: RunContext,
  { branch, githubToken = '' }: Partial<Settings>,
): Promise<Problem[]> {
  const isKnown = branch === undefined || branch === context.defaultBranch || context.ref === `refs/heads/${branch}`;
  if (isKnown || githubToken === '') return [];
  const { findBranchProblem, createOctokit } = await import('./lazy.ts');
  const problem = await findBranchProblem(createOctokit(context, githubToken), context, branch);
  return problem ? [problem] : [];
}

async function fetchBranch(context: RunContext, { githubToken = '' }: Partial<Settings>): Promise<string> {
  if (githubToken === '') throw new UserError([BRANCH_UNKNOWN]);
  const { fetchDefaultBranch, createOctokit } = await import('./lazy.ts');
  return fetchDefaultBranch(createOctokit(context, githubToken), context);
}
