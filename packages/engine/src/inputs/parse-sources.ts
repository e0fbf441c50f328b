import type { Problem } from '../problem/problem.ts';
import type { ConfigFile, SourceConfig } from './config-schema.ts';
import { type ParsedInputs, parseInputs, type ReadInput } from './parse-inputs.ts';
import { getDefault, isConfigurable, isInput } from './setting-table.ts';
import { mergeStateEntries } from './state-location.ts';

/** The settings of one source. */
export type SourceSettings = ParsedInputs;

/**
 * Parses the settings of every source in the file, or of the one source that the inputs describe. Each problem names its source and is reported once.
 */
export function parseSources(input: ReadInput, { sources = [{}], ...file }: ConfigFile): SourceSettings[] {
  const hasSeveral = sources.length > 1;
  const reportedProblems = new Set<string>();
  // A problem of an input that the workflow sets is the same for every source.
  const isOfWorkflow = (name: string) => isOwnInput(name, input);
  const result = sources.map((source, index): SourceSettings => {
    const { settings, problems } = parseInputs(createLayeredReader(input, source, file));
    const sourceProblems = problems.flatMap((problem) => {
      const { subject } = problem;
      if (isOfWorkflow(subject)) {
        const id = JSON.stringify([subject, problem.problem]);
        if (reportedProblems.has(id)) return [];
        reportedProblems.add(id);
        return [problem];
      }
      if (hasSeveral) return [{ ...problem, noun: 'Setting' as const, subject: `sources[${index}].${subject}` }];
      const isWritten = getSettingText(source, subject) !== '' || getSettingText(file, subject) !== '';
      return [isWritten ? { ...problem, noun: 'Setting' as const } : problem];
    });
    return { settings, problems: sourceProblems };
  });
  if (!hasSeveral) return result;
  return rejectSharedState(
    result,
    ['project', 'state'].filter((name) => input(name) !== ''),
  );
}

/** Returns whether the value comes from the workflow, so that the configuration file does not affect it. */
export function isOwnInput(name: string, input: ReadInput): boolean {
  return (isInput(name) && input(name) !== '') || !isConfigurable(name);
}

/**
 * Returns a function that reads the inputs of one source. The order of precedence is: the workflow's input, the source's setting, the file's setting
 * for all sources, the default. Defaults are applied here because only GitHub's runner applies the defaults in action.yml.
 */
function createLayeredReader(input: ReadInput, source: SourceConfig, file: SourceConfig): ReadInput {
  return (name) => {
    const inputText = isInput(name) ? input(name) : '';
    const setting = getSettingText(source, name) || getSettingText(file, name);
    if (name === 'state') return mergeStateEntries(inputText, setting);
    return inputText || setting || getDefault(name);
  };
}

/** Returns a setting of the file as the text of an input; empty if the file does not contain the setting. */
function getSettingText(settings: SourceConfig, name: string): string {
  const value = settings[name as keyof SourceConfig];
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join('\n') : String(value).trim();
}

/**
 * Adds a problem to sources that share a state, because they would delete each other's items.
 * @param inputs workflow inputs that set the same state for all sources
 */
function rejectSharedState(sources: readonly SourceSettings[], inputs: readonly string[]): SourceSettings[] {
  const sourceByRef = new Map<string, number>();
  return sources.map((source, index) => {
    const { stateRef, project = 'my-project' } = source.settings;
    if (stateRef === undefined) return source;
    const firstSource = sourceByRef.get(stateRef);
    if (firstSource === undefined) {
      sourceByRef.set(stateRef, index);
      return source;
    }
    const problem: Problem = {
      noun: 'Setting',
      subject: `sources[${index}].state`,
      problem: `must differ from that of sources[${firstSource}] (both are ${stateRef})`,
      fix:
        inputs.length > 0
          ? `remove ${inputs.join(' and ')} from the step in the workflow: an input takes precedence over the settings of all sources`
          : `give this source its own ref, such as state: ref:refs/context-sync/${project}-${index + 1}`,
    };
    return { ...source, problems: [...source.problems, problem] };
  });
}
