import * as core from '@actions/core';
import { type RunContext, readContext } from './event/context.ts';
import { decide } from './event/decide.ts';
import { Git } from './git/git.ts';
import { DEFAULT_CONFIG } from './inputs/default-config.ts';
import { API_KEY_MISSING } from './inputs/missing.ts';
import type { Settings } from './inputs/settings.ts';
import { type Source, sourcesOf } from './inputs/sources.ts';
import { type Fault, UserError } from './problem/problem.ts';
import { annotate, info, maskSecrets, setOutputs } from './report/log/console.ts';
import { fail } from './report/log/fail.ts';
import { allFurtherFaults, type StateSettings } from './sync/preflight.ts';

/**
 * Runs the action: reads inputs and event, decides, and syncs, plans or checks. Sets the exit code; never throws. What only a good run needs is
 * loaded once the inputs are known to be good.
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
  const { config, faults: configFaults } = await readConfig(git);
  const sources = sourcesOf((name) => core.getInput(name), config);
  const first = sources[0]?.settings ?? {};
  const branch = first.branch ?? context.defaultBranch ?? (await branchOnGitHub(context, first));
  const decision = decide(context, first.mode ?? 'auto', branch);
  const titles = { apply: 'Sync', plan: 'Plan', doctor: 'Doctor', nothing: 'Nothing to do', refuse: 'Refused' };
  info(`${titles[decision.action]}: ${decision.reason}`);
  if (decision.warning) annotate({ level: 'warning', message: decision.warning });
  if (decision.action === 'nothing') {
    setOutputs({ changed: 'false' });
    return;
  }
  if (decision.action === 'refuse') {
    const fix = 'trigger the workflow on push and pull_request';
    throw new UserError([{ subject: 'on', problem: decision.reason, fix }]);
  }
  const branchFaults = await findBranchFaults(context, first);
  if (decision.action === 'doctor') {
    const { runDoctor } = await import('./lazy.ts');
    await runDoctor({ sources, configFaults, branchFaults, context, branch, git });
    return;
  }

  const applying = decision.action === 'apply';
  const faults = [
    ...(applying && first.apiKey === '' ? [API_KEY_MISSING] : []),
    ...branchFaults,
    ...configFaults,
    ...sources.flatMap((source) => source.faults),
  ];
  if (faults.length > 0) {
    const readState = async (settings: StateSettings) => {
      const { openStore } = await import('./lazy.ts');
      return openStore(settings, context).read();
    };
    const error = new UserError([...faults, ...(await allFurtherFaults(sources, { git, applying, readState }))]);
    if (!applying && context.pullRequest) await tellPlanFailed(context, sources, configFaults.length > 0, error);
    throw error;
  }
  const settings = sources.map((source) => source.settings as Settings);
  const { runSources } = await import('./lazy.ts');
  await runSources({ sources: settings, context, branch, applying, git });
}

/** Says on the pull request what keeps the plan from being made. */
async function tellPlanFailed(
  context: RunContext,
  sources: readonly Source[],
  isConfigBroken: boolean,
  error: UserError,
): Promise<void> {
  const { tellFailure } = await import('./lazy.ts');
  const settings = sources.map((source) => source.settings);
  // What the inputs alone come to is not what would be planned.
  const planned = isConfigBroken ? [] : settings;
  const input = (name: string) => core.getInput(name);
  await tellFailure({ context, settings: settings[0] ?? {}, input, sources: planned, fail: annotate }, planned, error);
}

/** The configuration file, if there is one. */
async function readConfig(git: Git) {
  const path = core.getInput('config');
  if (path === '' && (await git.resolve(`HEAD:${DEFAULT_CONFIG}`)) === undefined) return { config: {}, faults: [] };
  const { readConfig: read } = await import('./lazy.ts');
  return read(git, path);
}

const BRANCH_UNKNOWN = {
  subject: 'branch',
  problem: 'is empty, and without github-token nobody can be asked for the default branch',
  fix: 'set branch',
};

/** A branch that does not exist would be one that nothing is ever synced from. The branch that the run is on does exist. */
async function findBranchFaults(
  context: RunContext,
  { branch, githubToken = '' }: Partial<Settings>,
): Promise<Fault[]> {
  const isKnown = branch === undefined || branch === context.defaultBranch || context.ref === `refs/heads/${branch}`;
  if (isKnown || githubToken === '') return [];
  const { findBranchFault, octokitOf } = await import('./lazy.ts');
  const fault = await findBranchFault(octokitOf(context, githubToken), context, branch);
  return fault ? [fault] : [];
}

async function branchOnGitHub(context: RunContext, { githubToken = '' }: Partial<Settings>): Promise<string> {
  if (githubToken === '') throw new UserError([BRANCH_UNKNOWN]);
  const { defaultBranchOf, octokitOf } = await import('./lazy.ts');
  return defaultBranchOf(octokitOf(context, githubToken), context);
}
