import { parseArgs } from 'node:util';
import { findClosestName } from '@context-sync/base';
import { ArgumentError } from './argument-error.ts';
import type { CommandDefinition, OptionDefinition } from './command-definition.ts';
import { GLOBAL_OPTIONS } from './shared-options.ts';

/** The parsed arguments: a command, help or the version. */
export type ParsedCommandLine =
  | { readonly kind: 'help'; readonly command: CommandDefinition | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: CommandDefinition; readonly values: ParsedValues };

export interface ParsedValues {
  readonly positionals: readonly string[];
  /** The values of the given options by name. An option without a value has the value ''. */
  readonly options: ReadonlyMap<string, string>;
}

/**
 * Parses the arguments of the program.
 * @throws ArgumentError
 */
export function parseCommandLine(args: readonly string[], commands: readonly CommandDefinition[]): ParsedCommandLine {
  const [first] = args;
  if (first === undefined || first === '--help' || first === '-h') return { kind: 'help', command: undefined };
  if (first === '--version' || first === '-v') return { kind: 'version' };
  if (first === 'help') {
    const name = args.slice(1).join(' ');
    return { kind: 'help', command: name === '' ? undefined : findCommand(args.slice(1), commands) };
  }
  const command = findCommand(args, commands);
  const values = parseValues(command, args.slice(command.name.split(' ').length));
  if (values.options.has('help')) return { kind: 'help', command };
  checkPositionals(command, values.positionals);
  return { kind: 'run', command, values };
}

/** Returns the options that a command accepts. */
export function listOptions(command: CommandDefinition): readonly OptionDefinition[] {
  return [...command.options, ...GLOBAL_OPTIONS];
}

function findCommand(args: readonly string[], commands: readonly CommandDefinition[]): CommandDefinition {
  const [first = '', second = ''] = args;
  const command =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (command) return command;
  if (first.startsWith('-')) {
    throw new ArgumentError(
      `The option "${first}" has no command`,
      'write the command first, such as "context-sync plan"',
    );
  }
  const names = commands.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${first} `));
  if (group.length > 0)
    throw new ArgumentError(`The command "${first}" is not complete`, `use "${group.join('" or "')}"`);
  const suggestion = findClosestName(first, names);
  throw new ArgumentError(
    `Unknown command "${first}"`,
    suggestion === undefined
      ? `use one of ${names.join(', ')}`
      : `did you mean "${suggestion}"? "context-sync --help" lists all commands`,
  );
}

function parseValues(command: CommandDefinition, args: readonly string[]): ParsedValues {
  const definitions = listOptions(command);
  const config = Object.fromEntries(
    definitions.map(({ name, short, value }) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short ? { short } : {}) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: config,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const options = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const definition = definitions.find(({ name }) => name === token.name);
    if (!definition) throw createUnknownOptionError(command, token.rawName, definitions);
    options.set(definition.name, checkValue(definition, token));
  }
  return { positionals, options };
}

function createUnknownOptionError(
  command: CommandDefinition,
  option: string,
  definitions: readonly OptionDefinition[],
): ArgumentError {
  const suggestion = findClosestName(
    option.replace(/^-+/, ''),
    definitions.map(({ name }) => name),
  );
  const help = `"context-sync ${command.name} --help" lists its options`;
  return new ArgumentError(
    `Unknown option "${option}" of "${command.name}"`,
    suggestion === undefined ? `remove it; ${help}` : `did you mean "--${suggestion}"? ${help}`,
  );
}

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkValue(
  { name, value: placeholder, choices, description }: OptionDefinition,
  { rawName, value, inlineValue }: OptionToken,
): string {
  if (placeholder === undefined) {
    if (inlineValue === true) {
      throw new ArgumentError(`The option "${rawName}" has no value (got "${value}")`, `write only "${rawName}"`);
    }
    return '';
  }
  // If the user has forgotten the value of an option, the next option must not be used as the value.
  const isForgotten = value === undefined || (inlineValue !== true && value.startsWith('-') && value !== '-');
  if (isForgotten) {
    const receivedText = value === undefined ? '' : ` (got "${value}")`;
    throw new ArgumentError(
      `The option "${rawName}" requires a value${receivedText}`,
      `write "--${name}=${placeholder}". ${description.replaceAll('`', '')}`,
    );
  }
  if (choices && !choices.includes(value)) {
    const suggestion = findClosestName(value, choices);
    throw new ArgumentError(
      `The option "${rawName}" must be one of ${choices.join(', ')} (got "${value}")`,
      suggestion === undefined ? 'use one of these values' : `did you mean "${suggestion}"?`,
    );
  }
  return value;
}

function checkPositionals(command: CommandDefinition, givenPositionals: readonly string[]): void {
  const { name, positionals = [] } = command;
  const missingPositional = positionals.find(
    ({ isRequired }, index) => isRequired && (givenPositionals[index] ?? '').trim() === '',
  );
  if (missingPositional) {
    throw new ArgumentError(
      `The command "${name}" requires an argument: ${missingPositional.description.replace(/\.$/, '')}`,
      `write "context-sync ${name} ${missingPositional.name.toUpperCase()}"`,
    );
  }
  const hasRest = positionals.some(({ isRest }) => isRest);
  const [extra] = givenPositionals.slice(positionals.length);
  if (hasRest || extra === undefined) return;
  const acceptedText =
    positionals.length === 0
      ? 'no arguments'
      : `at most ${positionals.length} argument${positionals.length === 1 ? '' : 's'}`;
  throw new ArgumentError(
    `The command "${name}" accepts ${acceptedText} (got "${extra}")`,
    'remove it, or quote an argument with spaces',
  );
}
