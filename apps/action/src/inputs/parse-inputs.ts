import type { Problem } from '../problem/problem.ts';
import { type InputValues, type Settings, toSettingName } from './action-settings.ts';
import { getDefaultStateRef } from './git-schemas.ts';
import { getDefinition, INPUT_NAMES } from './input-table.ts';

/** A function that returns the trimmed text of an input; empty if the input is not set. */
export type ReadInput = (name: string) => string;

/** The settings that could be parsed, and all problems. Without problems, the settings are complete. */
export interface ParsedInputs {
  readonly settings: Partial<Settings>;
  readonly problems: readonly Problem[];
}

/** Validates all inputs and returns all problems together. */
export function parseInputs(read: ReadInput): ParsedInputs {
  const problems: Problem[] = [];
  const entries: [string, unknown][] = [];
  for (const name of INPUT_NAMES) {
    const { success, data, error } = getDefinition(name).schema.safeParse(read(name));
    if (success) entries.push([toSettingName(name), data]);
    for (const issue of error?.issues ?? []) {
      const fix = issue.code === 'custom' ? String(issue.params?.fix ?? '') : '';
      problems.push({ noun: 'Input', subject: name, problem: issue.message, fix });
    }
  }
  problems.push(...findCombinationProblems(read));
  const { stateRef, ...values }: Partial<InputValues> = Object.fromEntries(entries);
  const isRefKnown = problems.every(({ subject }) => subject !== 'state-ref');
  const ref =
    stateRef ?? (values.project === undefined || !isRefKnown ? undefined : getDefaultStateRef(values.project));
  return { settings: { ...values, ...(ref === undefined ? {} : { stateRef: ref }) }, problems };
}

/** Returns the problems of combinations of inputs. */
function findCombinationProblems(read: ReadInput): Problem[] {
  const [remote, folder] = [read('state-remote'), read('state-folder')];
  const problems: Problem[] = [];
  if (remote !== '' && folder !== '') {
    const problem = 'cannot be combined with state-folder';
    problems.push({ noun: 'Input', subject: 'state-remote', problem, fix: 'set only one of them' });
  }
  // The token is required only if the state is stored on GitHub. Otherwise, it is used only to post comments and to find reviewed plans.
  if (remote === '' && folder === '' && read('github-token') === '') {
    problems.push({
      noun: 'Input',
      subject: 'github-token',
      problem: 'is required',
      fix: 'leave it at its default, ${{ github.token }}; outside GitHub, set state-remote or state-folder',
    });
  }
  return problems;
}
