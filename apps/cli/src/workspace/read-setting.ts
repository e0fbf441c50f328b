import { findClosestName } from '@context-sync/base';
import { INPUT_NAMES, isInput, SECRET_NAMES } from '@context-sync/engine/inputs/setting-table';
import { createRedactor } from '@context-sync/engine/report/redact';
import type { CommandInput } from '../options/command-definition.ts';

const PREFIX = 'CONTEXT_SYNC_';

/** Returns the environment variable of an input, such as `CONTEXT_SYNC_BASE_URL`. */
export function getVariable(name: string): string {
  return `${PREFIX}${name.toUpperCase().replaceAll('-', '_')}`;
}

/**
 * Returns the text of an input: the option of the command, or else its environment variable. Secrets are only read from the environment, because other
 * users of a machine can see the arguments of a process.
 */
export function readSetting({ env, getValue, isSet }: CommandInput, name: string): string {
  if (!isInput(name)) return '';
  const isSecret = SECRET_NAMES.some((secret) => secret === name);
  const option = isSecret || !isSet(name) ? undefined : getValue(name);
  // An option without a value, such as --allow-mass-change, has the value ''.
  const text = option === '' ? 'true' : option;
  return (text ?? env[getVariable(name)] ?? '').trim();
}

/** The inputs that are lists of lines. On a command line, commas separate the entries. */
const LISTS: ReadonlySet<string> = new Set(['state', 'on-in-doubt', 'forget']);

/** Returns the text of an input as the engine expects it, with one entry of a list per line. */
export function readInputText(input: CommandInput, name: string): string {
  const text = readSetting(input, name);
  return LISTS.has(name) ? text.split(/\s*,\s*/).join('\n') : text;
}

/** Returns a function that replaces the secrets of the command with `***`. */
export function createInputRedactor(input: CommandInput): (text: string) => string {
  return createRedactor((name) => readInputText(input, name));
}

/** Returns a warning for each environment variable whose name looks like a misspelled input. */
export function findMisspelledVariables(env: NodeJS.ProcessEnv): string[] {
  const variables = INPUT_NAMES.map(getVariable);
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith(PREFIX) || variables.includes(name)) return [];
    const suggestion = findClosestName(name.slice(PREFIX.length), [...INPUT_NAMES]);
    return suggestion === undefined ? [] : [`${name} is not read; did you mean ${getVariable(suggestion)}?`];
  });
}
