import type { Problem } from '../problem/problem.ts';
import { type Settings, type SettingValues, toCamelCase } from './action-settings.ts';
import { getDefinition, SETTING_NAMES } from './setting-table.ts';
import { getDefaultStateRef } from './state-location.ts';

/** A function that returns the trimmed text of an input; empty if the input is not set. */
export type ReadInput = (name: string) => string;

/** The settings that could be parsed, and all problems. Without problems, the settings are complete. */
export interface ParsedInputs {
  readonly settings: Partial<Settings>;
  readonly problems: readonly Problem[];
}

/** Validates all inputs and settings, and returns all problems together. */
export function parseInputs(read: ReadInput): ParsedInputs {
  const problems: Problem[] = [];
  const entries: [string, unknown][] = [];
  for (const name of SETTING_NAMES) {
    const { success, data, error } = getDefinition(name).schema.safeParse(read(name));
    if (success) entries.push([toCamelCase(name), data]);
    for (const issue of error?.issues ?? []) {
      const fix = issue.code === 'custom' ? String(issue.params?.fix ?? '') : '';
      problems.push({ noun: 'Input', subject: name, problem: issue.message, fix });
    }
  }
  const { state, ...values }: Partial<SettingValues> = Object.fromEntries(entries);
  problems.push(...findTokenProblems(state, values.githubToken));
  if (state === undefined) return { settings: values, problems };
  const stateRef = state.ref ?? (values.project === undefined ? undefined : getDefaultStateRef(values.project));
  const location = { stateRemote: state.remote, stateFolder: state.folder };
  return { settings: { ...values, ...location, ...(stateRef === undefined ? {} : { stateRef }) }, problems };
}

/** Returns a problem if the token is missing although the state is on GitHub. Otherwise, the token is only used for comments and reviewed plans. */
function findTokenProblems(state: SettingValues['state'] | undefined, token: string | undefined): Problem[] {
  const isOnGitHub = state !== undefined && state.remote === undefined && state.folder === undefined;
  if (!isOnGitHub || token !== '') return [];
  return [
    {
      noun: 'Input',
      subject: 'github-token',
      problem: 'is required',
      fix: 'leave it at its default, ${{ github.token }}; outside GitHub, set state to git:origin or to a folder',
    },
  ];
}
