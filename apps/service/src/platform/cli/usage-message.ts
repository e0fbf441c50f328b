import { findClosestName } from '@context-sync/base';
import { type Command, CommanderError } from 'commander';
import type { UsageError } from './usage-error.ts';

/**
 * Returns the message of a usage error on one line. For an unknown command or option, adds a similar name if there is one.
 * @param command the command that was called; the program itself if the command is unknown
 */
export function formatUsageMessage(error: UsageError | CommanderError, command: Command): string {
  if (!(error instanceof CommanderError)) return error.message;
  if (error.code === 'commander.help') return 'a command is required';
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  const [, kind, written = ''] = /^unknown (command|option) '(.*)'$/.exec(message) ?? [];
  if (kind === 'command') return describeUnknown(`command '${written}'`, findCommandName(written, command));
  if (kind !== 'option') return message;
  // The message does not contain the value of the option, which can be a password.
  const [option = ''] = written.split('=');
  return describeUnknown(`option '${option}'`, findOptionName(option, command));
}

function describeUnknown(text: string, similarName: string | undefined): string {
  return `unknown ${text}${similarName === undefined ? '' : ` (Did you mean ${similarName}?)`}`;
}

function findCommandName(written: string, program: Command): string | undefined {
  return findClosestName(
    written,
    program.commands.map((each) => each.name()),
  );
}

function findOptionName(written: string, command: Command): string | undefined {
  const names = [command, ...(command.parent ? [command.parent] : [])].flatMap((owner) =>
    owner
      .createHelp()
      .visibleOptions(owner)
      .flatMap(({ long }) => (long ? [long.slice(2)] : [])),
  );
  // Without the dashes, the rule is the same as for commands.
  const name = findClosestName(written.replace(/^-+/, ''), names);
  return name === undefined ? undefined : `--${name}`;
}
