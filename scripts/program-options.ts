import { relative } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

type OptionDefinitions = NonNullable<ParseArgsConfig['options']>;
interface StrictConfig<T extends OptionDefinitions> {
  readonly options: T;
  readonly args: string[];
  readonly allowPositionals: true;
}

interface CommandLine {
  readonly args?: readonly string[];
  /** The values of the only positional argument. A program without commands has no arguments except its options. */
  readonly commands?: Iterable<string>;
  readonly requiresCommand?: boolean;
  /** The text that errors and `--help` contain. Default: the names of all options. */
  readonly usage?: string;
}

/** How a name is compared with the wanted text: the text is the whole name, its beginning, or a part of it. */
type Comparison = 'name' | 'beginning' | 'part';
const COMPARISONS: Readonly<Record<Comparison, (name: string, wanted: string) => boolean>> = {
  name: (name, wanted) => name === wanted,
  beginning: (name, wanted) => name.startsWith(wanted),
  part: (name, wanted) => name.includes(wanted),
};
const RULES: Readonly<Record<Comparison, string>> = {
  name: 'one of these names',
  beginning: 'the beginning of one of these names',
  part: 'a part of one of these names',
};

/** Prints an error message about the command line, and ends the program with exit code 2. */
export function exitWithUsageError(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/**
 * Reads the options and the command of this program. Ends the program with exit code 2 and the usage if an argument is unknown, or an option
 * has no value. `--help` prints the usage.
 */
export function readProgramOptions<const T extends OptionDefinitions>(options: T, commandLine: CommandLine = {}) {
  const args = [...(commandLine.args ?? process.argv.slice(2))];
  const commands = [...(commandLine.commands ?? [])];
  const usage = commandLine.usage ?? describeUsage(options, commands);
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true, allowPositionals: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (name === 'help') {
      process.stdout.write(`${usage}\n`);
      process.exit(0);
    }
    const definition = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!definition) exitWithUsageError(`Unknown option "${rawName}".\n${usage}`);
    if (definition.type === 'boolean' && value !== undefined)
      exitWithUsageError(`The option "${rawName}" has no value (got "${value}").\n${usage}`);
    // An option whose value was forgotten must not use the next option as its value.
    if (definition.type === 'string' && (value === undefined || (!inlineValue && value.startsWith('-'))))
      exitWithUsageError(
        `The option "${rawName}" requires a value${value === undefined ? '' : ` (got "${value}")`}.\n${usage}`,
      );
  }
  const { values, positionals } = parseArgs<StrictConfig<T>>({ args, options, allowPositionals: true });
  const [command, ...rest] = positionals;
  const unknownArgument = command === undefined || commands.includes(command) ? rest[0] : command;
  if (unknownArgument !== undefined) exitWithUsageError(`Unknown argument "${unknownArgument}".\n${usage}`);
  if (command === undefined && commandLine.requiresCommand)
    exitWithUsageError(`The command is missing: use ${commands.join(' or ')}.\n${usage}`);
  return { values, command };
}

/**
 * Returns the value of an option that is an integer.
 * @param option name of the option with its dashes
 */
export function requireInteger(option: string, text: string, min = 1): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
  exitWithUsageError(`${option} must be an integer of at least ${min} (got "${text}").`);
}

/**
 * Returns the entries with the wanted name, or all entries if no name is wanted. Ends the program if there are none, because a check of
 * nothing passes.
 * @param option name of the option with its dashes
 */
export function selectByName<T>(
  option: string,
  wanted: string | undefined,
  entries: readonly T[],
  getName: (entry: T) => string = String,
  comparison: Comparison = 'name',
): readonly [T, ...T[]] {
  const isSelected = (entry: T) => wanted === undefined || COMPARISONS[comparison](getName(entry), wanted);
  const selectedEntries = wanted === '' ? [] : entries.filter(isSelected);
  const [first, ...others] = selectedEntries;
  if (first !== undefined) return [first, ...others];
  const names = [...new Set(entries.map((entry) => getName(entry)))].join('; ');
  exitWithUsageError(
    wanted === undefined
      ? `${option}: there is nothing to select.`
      : `${option} must be ${RULES[comparison]} (got "${wanted}"): ${names}`,
  );
}

function describeUsage(options: OptionDefinitions, commands: readonly string[]): string {
  const program = relative(process.cwd(), process.argv[1] ?? '');
  const optionTexts = Object.entries(options).map(([name, { type, multiple }]) =>
    type === 'boolean' ? `[--${name}]` : `[--${name} <value>]${multiple ? '…' : ''}`,
  );
  const commandTexts = commands.length === 0 ? [] : [`[${commands.join(' | ')}]`];
  return ['Usage: node', program, ...commandTexts, ...optionTexts].join(' ');
}
