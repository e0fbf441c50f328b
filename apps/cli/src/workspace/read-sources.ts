import type { Git } from '@context-sync/engine/git/git';
import type { Settings } from '@context-sync/engine/inputs/action-settings';
import type { ConfigFile } from '@context-sync/engine/inputs/config-schema';
import { parseSources, type SourceSettings } from '@context-sync/engine/inputs/parse-sources';
import { readConfig } from '@context-sync/engine/inputs/read-config';
import { type Problem, UserError } from '@context-sync/engine/problem/problem';
import type { CommandInput } from '../options/command-definition.ts';
import { getVariable, readInputText, readSetting } from './read-setting.ts';

/** Placeholder values of required inputs for commands that do not use a platform. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  'base-url': 'https://platform.invalid',
  state: 'folder:.context-sync',
};

export interface SourceOptions {
  /** Name of the project if neither an option nor the configuration file sets it; undefined if the project is required. */
  readonly defaultProject?: string;
  /** Whether the command reads the state or sends requests, so that it requires the inputs of a platform. */
  readonly needsPlatform: boolean;
}

/**
 * Returns the settings of the sources that the options select.
 * @throws UserError with all problems of the options, the environment and the configuration file
 */
export async function readSources(input: CommandInput, git: Git, options: SourceOptions): Promise<Settings[]> {
  const { config, problems } = await readConfig(git, readSetting(input, 'config'));
  if (problems.length > 0) throw new UserError(problems);
  const sources = parseSelectedSources(input, config, options);
  const found = sources.flatMap((source) => source.problems);
  if (found.length > 0) throw new UserError(found);
  return sources.map(({ settings }) => settings as Settings);
}

/** Parses the settings of the sources that the options select. */
export function parseSelectedSources(
  input: CommandInput,
  config: ConfigFile,
  options: SourceOptions,
): SourceSettings[] {
  const selectedSource = selectSource(config, (name) => readSetting(input, name));
  const { file, selecting } = selectedSource;
  const isProjectSet = file.project !== undefined || (file.sources ?? []).some(({ project }) => project !== undefined);
  const read = (name: string) => {
    const text = selecting.has(name) ? '' : readInputText(input, name);
    if (name === 'state' && text === 'none') return PLACEHOLDERS.state ?? '';
    if (text !== '') return text;
    if (name === 'project' && !isProjectSet) return options.defaultProject ?? '';
    if (!options.needsPlatform) return PLACEHOLDERS[name] ?? '';
    return getPlatformDefault(name, file, (each) => readSetting(input, each));
  };
  return parseSources(read, file).map(({ settings, problems }) => ({
    settings,
    problems: problems.map((problem) => nameOption(problem)),
  }));
}

/** Defaults of inputs that only commands with a platform use. The action has other defaults, because its state is stored on GitHub. */
function getPlatformDefault(
  name: string,
  { sources = [], ...file }: ConfigFile,
  read: (name: string) => string,
): string {
  if (name === 'state') return 'git:origin';
  if (name !== 'connect') return '';
  // Only an installation of an app can connect a repository, so without one there is nothing to connect.
  const isChosen = [file, ...sources].some(
    (each) => each.connect !== undefined || each['installation-id'] !== undefined,
  );
  return isChosen || read('installation-id') !== '' ? '' : 'false';
}

/**
 * Returns the configuration with only the source whose project or docs folder an option names. If no source has it, the option overrides the setting
 * of the file as in a workflow.
 */
function selectSource(config: ConfigFile, read: (name: string) => string) {
  const { sources = [] } = config;
  const names = (['project', 'docs'] as const).filter((name) => read(name) !== '');
  const matching = sources.filter((source) => names.every((name) => (source[name] ?? config[name]) === read(name)));
  if (names.length === 0 || matching.length !== 1) return { file: config, selecting: new Set<string>() };
  return { file: { ...config, sources: matching }, selecting: new Set<string>(names) };
}

/** Replaces the name of a workflow input in a problem with the names of the option and the environment variable. */
function nameOption(problem: Problem): Problem {
  const { noun, subject } = problem;
  if (noun !== 'Input') return problem;
  const place = subject === 'api-key' || subject === 'github-token' ? getVariable(subject) : `--${subject}`;
  const fix = /workflow|secret|github\.token/.test(problem.fix)
    ? `set ${place === getVariable(subject) ? place : `${place} or ${getVariable(subject)}`}`
    : problem.fix;
  const { noun: _noun, ...rest } = problem;
  return { ...rest, subject: place, fix };
}
