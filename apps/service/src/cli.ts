import { Command, CommanderError } from 'commander';
import { AUDIT_ACTIONS, type ServicePorts } from './areas.ts';
import { bootstrapCommand } from './commands/bootstrap.ts';
import { serveCommand } from './commands/serve.ts';
import { openStore } from './open-store.ts';
import { checkInputs } from './platform/cli/check-inputs.ts';
import { CliContext } from './platform/cli/cli-context.ts';
import type { Terminal } from './platform/cli/cli-terminal.ts';
import { getHelpWidth, HELP_FORMAT } from './platform/cli/help-format.ts';
import { type EndSignal, getExitCode, InterruptedError } from './platform/cli/interruption.ts';
import { readPackageVersion } from './platform/cli/package-version.ts';
import { UsageError } from './platform/cli/usage-error.ts';
import { formatUsageMessage } from './platform/cli/usage-message.ts';
import { ServeError } from './platform/connections/listen-error.ts';
import { ClockAheadError } from './platform/database/maintenance-clock.ts';
import { StoreInputError } from './platform/database/store-input-error.ts';
import { StoreUnavailableError } from './platform/database/store-unavailable-error.ts';
import { INTERFACES } from './services.ts';

const DATABASE_HELP =
  'SQLite file, or URL of a PostgreSQL database. Default: DATABASE_URL, or the content of the file DATABASE_URL_FILE, or else context-sync.db. Set the variable if the URL contains a password, because other users of the machine can read options. Only bootstrap, migrate, serve and restore create a database.';

const LOGS_HELP =
  'URL of a ClickHouse database for the logs, such as clickhouse://user:password@host:8123/database, or clickhouses://… for TLS. The database itself must be PostgreSQL. Default: LOGS_URL, or the content of the file LOGS_URL_FILE, or else the logs are in the database. Set the variable if the URL contains a password, because other users of the machine can read options. backup does not include logs in ClickHouse.';

/** Errors for which no stack trace is printed, because the message states the fix. */
const EXPECTED_ERRORS = [StoreInputError, StoreUnavailableError, ServeError, ClockAheadError];

/**
 * Runs one command.
 * @returns the exit code: 0, 1 if the command failed, 2 for invalid usage, 130 and 143 if SIGINT or SIGTERM ended the command
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const { interruption } = terminal;
  const program = createProgram(terminal);
  try {
    const end = program.parseAsync(args, { from: 'user' });
    const signal = await Promise.race([interruption.waitForImmediateEnd(), end.then(() => undefined)]);
    if (signal !== undefined) throw createEndError(program, signal);
    return 0;
  } catch (error) {
    if (error instanceof InterruptedError && interruption.received !== undefined) {
      terminal.error(error.message);
      return getExitCode(interruption.received);
    }
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (EXPECTED_ERRORS.some((type) => error instanceof type) && error instanceof Error) {
      terminal.error(error.message);
      return 1;
    }
    if (error instanceof UsageError || error instanceof CommanderError) {
      const command = findCommand(program, args) ?? program;
      terminal.error(`${formatUsageMessage(error, command)}\nRun "${formatHelpCommand(command)}" for usage.`);
      return 2;
    }
    throw error;
  }
}

/** Creates the program with all commands. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('context-sync-service')
    .description('Hosts the API.')
    .option('--database <file or URL>', DATABASE_HELP)
    .option('--logs <URL>', LOGS_HELP)
    .version(readPackageVersion(), '--version', 'print the version')
    .helpOption('--help', 'show help')
    .helpCommand(false)
    .configureHelp(HELP_FORMAT)
    // `formatUsageMessage` adds similar names.
    .showSuggestionAfterError(false)
    .hook('preAction', (_program, command) => {
      warnOfOldName(program, command, terminal);
      checkInputs(command);
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      // commander prints no errors, because `runCli` prints them.
      writeErr: () => undefined,
      getOutHelpWidth: () => getHelpWidth(terminal.columns),
    });
  const context = new CliContext<ServicePorts>(program, terminal, openStore);
  const commands = [
    serveCommand(context),
    bootstrapCommand(context),
    ...INTERFACES.flatMap((area) => area.createCommands?.(context, AUDIT_ACTIONS) ?? []),
  ];
  for (const command of commands) program.addCommand(command.copyInheritedSettings(program));
  return program;
}

/** Warns if a command was called by its old name, which is an alias for one release. */
function warnOfOldName(program: Command, command: Command, terminal: Terminal): void {
  const name = program.args[0];
  if (name === undefined || !command.aliases().includes(name)) return;
  terminal.error(`warning: ${name} is now ${command.name()}; the next release does not know the old name`);
}

/** Returns the command that the user probably meant. */
function findCommand(program: Command, args: readonly string[]): Command | undefined {
  return program.commands.find((each) => [each.name(), ...each.aliases()].some((name) => args.includes(name)));
}

/** Returns a command line that prints the help for a command, or for the program. */
function formatHelpCommand(command: Command): string {
  return [...(command.parent ? [command.parent.name()] : []), command.name(), '--help'].join(' ');
}

/** Creates the error for a command that a signal ends immediately. */
function createEndError(program: Command, signal: EndSignal): InterruptedError {
  const name = program.args[0] ?? program.name();
  return new InterruptedError(
    `Interrupted by ${signal}: ${name} did not complete. Each of its changes was made completely or not at all; check them before you run the command again.`,
  );
}
