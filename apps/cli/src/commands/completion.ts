import { formatCompletion, SHELLS } from '../completion/completion-scripts.ts';
import { ArgumentError } from '../options/argument-error.ts';
import type { CommandInput } from '../options/command-definition.ts';

/** Prints the completion script of a shell. */
export function run({ terminal, positionals, commands, isSet }: CommandInput): Promise<number> {
  const [name] = positionals;
  const shell = SHELLS.find((each) => each === name);
  if (shell === undefined)
    throw new ArgumentError(`There is no completion for "${name}"`, `use one of ${SHELLS.join(', ')}`);
  const script = formatCompletion(shell, commands);
  terminal.write(isSet('json') ? `${JSON.stringify({ shell, script })}\n` : script);
  return Promise.resolve(0);
}
