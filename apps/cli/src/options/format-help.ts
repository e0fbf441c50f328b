import type { Style } from '../terminal/style.ts';
import type { CommandDefinition, OptionDefinition } from './command-definition.ts';
import { listOptions } from './parse-command-line.ts';

const COMMAND_COLUMN = 19;
const NAME_COLUMN = 30;
const LINE_WIDTH = 100;

/** Formats the help of the program. */
export function formatProgramHelp(commands: readonly CommandDefinition[], { bold }: Style): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(COMMAND_COLUMN)}${summary}`);
  return `Shows what your AI will see of your docs, and syncs them to your platform.

${bold('Usage')}
  context-sync <command> [options]

${bold('Commands')}
${rows.join('\n')}

${bold('Options')}
  --help, -h         Show this help, or the help of a command: context-sync plan --help
  --version, -v      Print the version.

Exit codes: 0 done; 1 the command found something or failed; 2 invalid arguments.
Documentation: https://github.com/OWNER/context-sync/blob/main/docs/how-to/command-line.md`;
}

/** Formats the help of a command. */
export function formatCommandHelp(command: CommandDefinition, { bold }: Style): string {
  const { summary, details = [], examples, positionals = [], failsIf } = command;
  const sections = [
    [summary, ...details].map((text) => wrap(text, 0)).join('\n\n'),
    `${bold('Usage')}\n  context-sync ${formatUsage(command)}`,
    ...(positionals.length > 0
      ? [`${bold('Arguments')}\n${positionals.map(({ name, description }) => formatRow(name, description)).join('\n')}`]
      : []),
    `${bold('Options')}\n${listOptions(command).map(formatOption).join('\n')}`,
    ...(failsIf === undefined ? [] : [wrap(`Exits with 1 if ${failsIf}, or if the command fails.`, 0)]),
    `${bold('Examples')}\n${examples.map(([line, description]) => `  ${line}\n      ${description}`).join('\n')}`,
  ];
  return sections.join('\n\n');
}

/** Returns the command with its arguments, such as `items [file] [options]`. */
export function formatUsage({ name, positionals = [] }: CommandDefinition): string {
  const args = positionals.map(({ name: argument, isRequired, isRest }) => {
    const text = isRest ? `${argument}…` : argument;
    return isRequired ? `<${text}>` : `[${text}]`;
  });
  return [name, ...args, '[options]'].join(' ');
}

/** Returns the forms of an option, such as `--docs PATH`. */
export function formatOptionName({ name, short, value }: OptionDefinition): string {
  const names = short === undefined ? `--${name}` : `--${name}, -${short}`;
  return value === undefined ? names : `${names} ${value}`;
}

/** Returns the description of an option with its values and its default. */
export function describeOption({ description, choices, default: value }: OptionDefinition): string {
  const values = choices === undefined ? '' : ` One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`;
  return `${description}${values}${value === undefined ? '' : ` Default: \`${value}\`.`}`;
}

function formatOption(option: OptionDefinition): string {
  return formatRow(formatOptionName(option), describeOption(option).replaceAll('`', ''));
}

function formatRow(name: string, description: string): string {
  const text = wrap(description, NAME_COLUMN);
  return name.length + 3 < NAME_COLUMN
    ? `  ${name.padEnd(NAME_COLUMN - 2)}${text}`
    : `  ${name}\n${' '.repeat(NAME_COLUMN)}${text}`;
}

/** Breaks a text into lines. All lines but the first are indented. */
function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + word.length + 1 > LINE_WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
