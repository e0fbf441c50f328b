import type { CommandTerminal } from '../terminal/terminal.ts';

/** An option of a command, from which parsing, help, completion and the reference are derived. */
export interface OptionDefinition {
  /** Name without the leading dashes. */
  readonly name: string;
  /** Letter of the short form, such as `h` for `-h`. */
  readonly short?: string;
  /** Placeholder of the value, such as `PATH`; undefined for an option without a value. */
  readonly value?: string;
  /** The accepted values; undefined if the command checks the value. */
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly description: string;
}

export interface PositionalDefinition {
  readonly name: string;
  readonly description: string;
  readonly isRequired?: boolean;
  /** Whether this argument includes all further arguments. */
  readonly isRest?: boolean;
  /** Whether the argument is the path of a file, for completion. */
  readonly isPath?: boolean;
}

/** A command of the program. The table of commands contains all of them, and everything else is derived from the table. */
export interface CommandDefinition {
  /** Name of the command: one or two words. */
  readonly name: string;
  /** What the command does, as one sentence that starts with a verb. */
  readonly summary: string;
  /** Further paragraphs for the help. */
  readonly details?: readonly string[];
  readonly positionals?: readonly PositionalDefinition[];
  readonly options: readonly OptionDefinition[];
  /** The case in which the command exits with 1 without an error; undefined if there is no such case. */
  readonly failsIf?: string;
  /** Example command lines with their descriptions. */
  readonly examples: readonly (readonly [command: string, description: string])[];
  /** Loads the code of the command. It is loaded separately, because help and completion do not need it. */
  load(): Promise<RunCommand>;
}

/** The environment in which a command runs. */
export interface CommandEnvironment {
  readonly terminal: CommandTerminal;
  readonly env: NodeJS.ProcessEnv;
  /** The current folder. */
  readonly folder: string;
}

/** The arguments of a command. */
export interface CommandInput extends CommandEnvironment {
  /** All commands of the program. */
  readonly commands: readonly CommandDefinition[];
  readonly positionals: readonly string[];
  /** Returns the value of an option, or its default; undefined if there is neither. */
  getValue(name: string): string | undefined;
  /** Returns whether an option without a value is set. */
  isSet(name: string): boolean;
}

/** Runs a command. @returns the exit code: 0, or 1 if the command found or failed to do something */
export type RunCommand = (input: CommandInput) => Promise<number>;
