import type { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/** Names of the arguments and options that are names of files. */
const FILE_INPUTS = new Set(['file', 'database']);

/**
 * Rejects values with which no command can work: empty texts, and `-` as the name of a file. Most programs read `-` as standard input or output, so a
 * file of this name is not what the user expects.
 * @throws UsageError
 */
export function checkInputs(command: Command): void {
  for (const [index, argument] of command.registeredArguments.entries()) {
    checkInput(`the argument <${argument.name()}>`, argument.name(), command.args[index]);
  }
  for (let owner: Command | null = command; owner !== null; owner = owner.parent) {
    for (const option of owner.options) {
      const name = option.attributeName();
      // The values of `serve` from its environment variables are checked with its settings.
      if (owner.getOptionValueSource(name) !== 'cli') continue;
      checkInput(option.long ?? option.flags, name, owner.getOptionValue(name));
    }
  }
}

function checkInput(label: string, name: string, value: unknown): void {
  if (typeof value !== 'string') return;
  if (value.trim() === '') throw new UsageError(`${label} must not be empty (got ${JSON.stringify(value)})`);
  if (value === '-' && FILE_INPUTS.has(name)) {
    throw new UsageError(
      `${label} must be the name of a file (got "-"): standard input and output are not supported; write ./- for a file of this name`,
    );
  }
}
