import type { RunContext } from '../event/event-context.ts';
import type { Git } from '../git/git.ts';
import { createOctokit } from '../github/octokit.ts';
import type { Settings } from '../inputs/action-settings.ts';
import type { SourceSettings } from '../inputs/parse-sources.ts';
import type { Problem } from '../problem/problem.ts';
import { createFailure, createSuccess, type Diagnosis, type Finding } from '../report/doctor-finding.ts';
import { type DeletableStore, getScratchRef } from '../state/scratch-state.ts';
import { checkDocs } from './check-docs.ts';
import { checkState, checkToken } from './check-github.ts';
import { checkService } from './check-service.ts';
import { checkStateWrite } from './check-state-write.ts';

export interface DoctorInput {
  readonly sources: readonly SourceSettings[];
  /** Unknown inputs. */
  readonly inputProblems: readonly Problem[];
  /** Problems in the configuration file. */
  readonly configProblems: readonly Problem[];
  /** Problems with the configured branch. */
  readonly branchProblems: readonly Problem[];
  readonly context: RunContext;
  readonly branch: string;
  readonly git: Git;
  openStore(settings: Settings): DeletableStore;
  readonly signal: AbortSignal;
}

/** Checks the whole setup. Writes only a scratch state and deletes it afterwards. */
export async function diagnose(input: DoctorInput): Promise<Diagnosis[]> {
  const { sources, inputProblems, configProblems, branchProblems, context, branch } = input;
  const branchNote = context.ref === `refs/heads/${branch}` ? 'this run is on it' : `this run is on ${context.ref}`;
  const commonFindings = [
    ...(branchProblems.length === 0
      ? [createSuccess('Branch', `${branch} is synced; ${branchNote}`)]
      : branchProblems.map(createProblemFinding)),
    ...inputProblems.map(createProblemFinding),
    ...configProblems.map(createProblemFinding),
  ];
  const diagnoses: Diagnosis[] = [{ name: '', findings: commonFindings }];
  for (const source of sources) {
    const { project = '', docs = '' } = source.settings;
    const name = sources.length > 1 ? `${project}, ${docs === '' ? '.' : docs}` : '';
    diagnoses.push({ name, findings: await diagnoseSource(input, source) });
  }
  return diagnoses;
}

async function diagnoseSource(
  { context, git, openStore, signal, configProblems }: DoctorInput,
  source: SourceSettings,
): Promise<Finding[]> {
  if (source.problems.length > 0) return source.problems.map(createProblemFinding);
  // Without a valid configuration file, the settings of the source are unknown.
  if (configProblems.length > 0) return [];
  const settings = source.settings as Settings;
  const state = await checkState(openStore(settings), context, settings);
  const scratchSettings = { ...settings, stateRef: getScratchRef(settings.stateRef) };
  const isReadable = state.every(({ check, result }) => check !== 'State' || result === 'ok');
  return [
    createSuccess('Inputs', 'are valid'),
    await checkDocs(git, settings),
    ...(await checkService(settings, signal)),
    ...(settings.githubToken === ''
      ? []
      : await checkToken(createOctokit(context, settings.githubToken), context, settings)),
    ...state,
    ...(isReadable ? await checkStateWrite(openStore(scratchSettings), settings, context) : []),
  ];
}

function createProblemFinding({ subject, problem, fix }: Problem): Finding {
  return createFailure(subject, problem, fix);
}
