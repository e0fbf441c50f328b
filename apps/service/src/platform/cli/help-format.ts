import type { Command, Help, HelpConfiguration } from 'commander';

const DEFAULT_WIDTH = 80;
const MAX_WIDTH = 100;
/** Width of the column of options and commands. The description of a longer one begins on the next line. */
const MAX_TERM_WIDTH = 26;
const INDENT = 2;
/** Number of spaces between an option and its description. */
const GAP = 2;

/**
 * Returns the width of the help in columns: that of the terminal, but at most 100, because longer lines are hard to read.
 * @param columns width of the terminal; undefined if the output is not a terminal
 */
export function getHelpWidth(columns: number | undefined): number {
  return columns === undefined || columns < DEFAULT_WIDTH ? DEFAULT_WIDTH : Math.min(columns, MAX_WIDTH);
}

/** The format of the help of all commands. commander alone does not wrap descriptions next to a long option. */
export const HELP_FORMAT: HelpConfiguration & ThisType<Help> = {
  showGlobalOptions: true,
  subcommandTerm: (command) => formatCommandTerm(command),
  padWidth: () => MAX_TERM_WIDTH,
  formatItem(term, termWidth, description, helper) {
    const start = `${' '.repeat(INDENT)}${term}`;
    if (description === '') return start;
    const column = INDENT + termWidth + GAP;
    const lines = helper.boxWrap(description, (helper.helpWidth ?? DEFAULT_WIDTH) - column).split('\n');
    const indented = lines.map((line) => `${' '.repeat(column)}${line}`);
    if (term.length > termWidth) return [start, ...indented].join('\n');
    return [start.padEnd(column) + (lines[0] ?? ''), ...indented.slice(1)].join('\n');
  },
};

/** Returns the name of a command and its arguments in the format of the help. The help does not list the old names of commands, which work. */
function formatCommandTerm(command: Command): string {
  const inputs = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
  return [command.name(), ...(command.options.length > 0 ? ['[options]'] : []), ...inputs].join(' ');
}
