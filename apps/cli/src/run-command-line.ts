import { COMMANDS } from './commands/command-table.ts';
import { ArgumentError } from './options/argument-error.ts';
import type { CommandEnvironment, CommandInput } from './options/command-definition.ts';
import { formatCommandHelp, formatProgramHelp } from './options/format-help.ts';
import { listOptions, type ParsedCommandLine, parseCommandLine } from './options/parse-command-line.ts';
import { readVersion } from './options/version.ts';

/**
 * Runs one command. Never throws for an error that has a fix.
 * @returns the exit code: 0, 1 if the command found something or failed, 2 for invalid arguments
 */
export async function runCommandLine(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { terminal } = environment;
  try {
    const parsedCommandLine = parseCommandLine(args, COMMANDS);
    if (parsedCommandLine.kind === 'run') return await runCommand(parsedCommandLine, environment);
    if (parsedCommandLine.kind === 'version') terminal.print(readVersion());
    else {
      const { command } = parsedCommandLine;
      const { style } = terminal;
      terminal.print(command ? formatCommandHelp(command, style) : formatProgramHelp(COMMANDS, style));
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    terminal.log(`${terminal.messageStyle.red('Error:')} ${error.message}. Fix: ${error.fix.replace(/[.?]$/, '')}.`);
    return 2;
  }
}

type Run = Extract<ParsedCommandLine, { kind: 'run' }>;

async function runCommand({ command, values }: Run, environment: CommandEnvironment): Promise<number> {
  const definitions = listOptions(command);
  const { positionals, options } = values;
  const input: CommandInput = {
    ...environment,
    commands: COMMANDS,
    positionals,
    getValue: (name) => options.get(name) ?? definitions.find((each) => each.name === name)?.default,
    isSet: (name) => options.has(name),
  };
  const run = await command.load();
  try {
    return await run(input);
  } catch (error) {
    if (error instanceof ArgumentError) throw error;
    const { reportFailure } = await import('./render/report-failure.ts');
    return reportFailure(error, input);
  }
}
