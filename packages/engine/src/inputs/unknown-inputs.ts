import { findClosestName } from '@context-sync/base';
import { getDocumentationUrl } from '../problem/documentation-url.ts';
import type { Problem } from '../problem/problem.ts';
import { FORMER_INPUTS } from './former-inputs.ts';
import { isInput, isSettingName, SETTING_NAMES } from './setting-table.ts';
import { DEFAULT_CONFIG_PATH } from './workflow-inputs.ts';

const PREFIX = 'INPUT_';
/**
 * Variables with the prefix `INPUT_` that GitHub's runner sets for the container of a step. They are not reported, because a container that runs this action
 * inherits them.
 */
const RUNNER_NAMES: ReadonlySet<string> = new Set(['args', 'entrypoint']);

/**
 * Returns a problem for each variable `INPUT_*` that is not an input. Otherwise, a misspelled input would be ignored without a message. GitHub's runner
 * also sets a variable for each name under `with:` that action.yml does not declare, so the rule is the same on all systems. A variable without a value
 * has no effect and is accepted.
 */
export function findUnknownInputs(env: NodeJS.ProcessEnv): Problem[] {
  return Object.entries(env).flatMap(([variable, value = '']): Problem[] => {
    if (!variable.toUpperCase().startsWith(PREFIX) || value.trim() === '') return [];
    const name = variable.slice(PREFIX.length).toLowerCase();
    const isRead = variable === getVariable(name);
    if ((isRead && isInput(name)) || RUNNER_NAMES.has(name)) return [];
    return [createUnknownInputProblem(variable, name)];
  });
}

function createUnknownInputProblem(variable: string, name: string): Problem {
  // Shells cannot export names with hyphens, so underscores are a frequent mistake.
  const inputName = name.replaceAll(/[_ ]/g, '-');
  const sharedProperties = { noun: 'Input' as const, subject: name };
  const formerFix = FORMER_INPUTS.get(inputName);
  if (formerFix !== undefined) return { ...sharedProperties, problem: 'is not an input', fix: formerFix };
  if (isInput(inputName)) {
    return {
      ...sharedProperties,
      problem: `is not an input (set by ${variable})`,
      fix: `set ${getVariable(inputName)} instead`,
    };
  }
  const knownName = isSettingName(inputName) ? inputName : findClosestName(inputName, SETTING_NAMES);
  const page = getDocumentationUrl('reference/inputs-and-outputs.md');
  if (knownName === undefined) {
    const fix = `remove it, or unset ${variable} if another program uses it. All inputs: ${page}`;
    return { ...sharedProperties, problem: 'is not an input', fix };
  }
  if (isInput(knownName))
    return { ...sharedProperties, problem: 'is not an input', fix: `did you mean "${knownName}"? All inputs: ${page}` };
  const problem = knownName === inputName ? 'is a setting of the configuration file, not an input' : 'is not an input';
  const question = knownName === inputName ? '' : `did you mean the setting "${knownName}"? `;
  return {
    ...sharedProperties,
    problem,
    fix: `${question}set it in ${DEFAULT_CONFIG_PATH}, with a line such as "${knownName}: …"`,
  };
}

/** Returns the variable from which an input is read. */
function getVariable(name: string): string {
  return `${PREFIX}${name.toUpperCase()}`;
}
