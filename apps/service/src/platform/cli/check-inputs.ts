import type { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/** Names of the arguments and options whose values are file names. */
const FILE_INPUTS = new Set(['file', 'database']);

/**
 * Rejects values that are invalid for every command: empty texts, and `-` as a file name. Most programs read `-` as standard input or output, so a
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
      // Values that `serve` reads from environment variables are checked when its settings are read.
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
