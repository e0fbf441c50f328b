import type { StateSnapshot } from '@context-sync/sync';
import { createNoDocumentsProblem, findDocs } from '../docs/find-docs.ts';
import type { Git } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { INSTALLATION_ID_MISSING } from '../inputs/missing-inputs.ts';
import type { SourceSettings } from '../inputs/parse-sources.ts';
import type { Problem } from '../problem/problem.ts';
import { explain } from '../report/explain-failure.ts';

export interface PreflightInput {
  readonly git: Git;
  readonly applying: boolean;
  /** Reads the state of a source. The function is passed as an option because the stores are loaded on demand. */
  readState(settings: StateSettings): Promise<StateSnapshot | undefined>;
}

export type StateSettings = Pick<Settings, 'githubToken' | 'stateRef'> & Partial<Settings>;

/** Finds further problems of all sources, so that one run reports all problems. Skips checks that depend on invalid inputs. */
export async function findPreflightProblems(
  sources: readonly SourceSettings[],
  { git, applying, readState }: PreflightInput,
): Promise<Problem[]> {
  const problemLists = await Promise.all(
    sources.map(async (source) => [
      ...(await findDocsProblems(source, git)),
      ...(applying ? await findConnectionProblems(source, readState) : []),
    ]),
  );
  return problemLists.flat();
}

/** The inputs that determine which documents are synced. */
const SELECTION_INPUTS = ['docs', 'include', 'exclude', 'include-kinds'];

async function findDocsProblems({ settings, problems: known }: SourceSettings, git: Git): Promise<Problem[]> {
  const { docs, include = [], exclude = [], includeKinds = new Set() } = settings;
  const isFaulty = known.some(({ subject }) =>
    SELECTION_INPUTS.some((name) => subject === name || subject.endsWith(`.${name}`)),
  );
  if (docs === undefined || isFaulty) return [];
  const docsResult = await findDocs(git, { docs, include, exclude, includeKinds });
  if ('problem' in docsResult) return [docsResult];
  const { documents, skipped } = await docsResult.list();
  return documents.length === 0 ? [createNoDocumentsProblem({ docs, include, exclude, includeKinds }, skipped)] : [];
}

/** Checks the installation ID, which is required only if the state records no connection. */
async function findConnectionProblems(
  { settings, problems: known }: SourceSettings,
  readState: PreflightInput['readState'],
): Promise<Problem[]> {
  const { connect, installationId, stateRef, githubToken } = settings;
  const isFaulty = known.some(({ subject }) => subject.endsWith('installation-id'));
  if (!connect || installationId !== undefined || isFaulty) return [];
  if (stateRef === undefined || githubToken === undefined) return [];
  if (known.some(({ subject }) => subject.endsWith('github-token'))) return [];
  try {
    const state = await readState({ ...settings, stateRef, githubToken });
    return state?.meta.dataSource ? [] : [INSTALLATION_ID_MISSING];
  } catch (error) {
    return [...(explain(error) ?? [])];
  }
}
