import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ServeError } from '../server.ts';
import { StoreInputError } from '../store/store-input-error.ts';
import { type Command, type Given, UsageError, withStore } from './command.ts';
import { apiDescription } from './commands/api-description.ts';
import { bootstrap } from './commands/bootstrap.ts';
import { dataCommands } from './commands/data.ts';
import { keyCommands } from './commands/keys.ts';
import { projectCommands } from './commands/projects.ts';
import { serve } from './commands/serve.ts';
import { userCommands } from './commands/users.ts';
import type { Terminal } from './terminal.ts';

const COMMANDS: readonly Command[] = [
  serve,
  bootstrap,
  ...userCommands,
  ...projectCommands,
  ...keyCommands,
  apiDescription,
  ...dataCommands,
];

const USAGE = `context-sync-service: hosts the API

${COMMANDS.map(({ name, usage }) => `  ${name.padEnd(14)}  ${usage}`.trimEnd()).join('\n')}

Every command takes --database, a SQLite file or the URL of a PostgreSQL database. Without it, the environment's DATABASE_URL is used,
and context-sync.db where there is none. Only bootstrap, serve and restore create a database. --version prints the version.`;

/** Beside the sources as well as beside the build. */
const PACKAGE = new URL('../../package.json', import.meta.url);

/** Runs one command. @returns the exit code: 0, 1 for something that cannot be done, 2 for a command that is not one */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await runCommand(args, terminal);
    return 0;
  } catch (error) {
    if (error instanceof StoreInputError || error instanceof ServeError) {
      terminal.error(error.message);
      return 1;
    }
    if (error instanceof UsageError || isParseError(error)) {
      // The parser explains some mistakes in several lines.
      const mistake = error.message.replaceAll('\n', ' ');
      terminal.error(`${mistake}\nRun "context-sync-service --help" for the commands and their options.`);
      return 2;
    }
    throw error;
  }
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<void> {
  const { command, names, values } = parse(args);
  if (values.help === true) {
    terminal.out(USAGE);
    return;
  }
  if (values.version === true) {
    terminal.out(z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version);
    return;
  }
  if (!command) throw new UsageError(names[0] === undefined ? 'no command given' : `there is no command "${names[0]}"`);
  const missing = command.takes[names.length];
  if (missing !== undefined) throw new UsageError(`${command.name} needs ${missing}`);
  const surplus = names[command.takes.length + (command.mayTake?.length ?? 0)];
  if (surplus !== undefined) throw new UsageError(`${command.name} does not take "${surplus}"`);
  const text = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  const database = text('database') ?? terminal.databaseUrl ?? 'context-sync.db';
  const given: Given = {
    terminal,
    database,
    names,
    text,
    flag: (option) => values[option] === true,
    withStore: (work) => withStore(database, { create: command.createsDatabase === true }, work),
  };
  await command.run(given);
}

/** Which command it is, and what it was given: it takes its own options and those of every command. */
function parse(args: readonly string[]) {
  const every = { database: { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } } as const;
  const all = Object.assign({}, ...COMMANDS.map(({ options }) => options)) as NonNullable<Command['options']>;
  const read = (options: NonNullable<Command['options']>, strict: boolean) => {
    const typed = Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }]));
    return parseArgs({ args: [...args], allowPositionals: true, strict, options: { ...typed, ...every } });
  };
  // The command's name may stand behind options: to find it, their values must be told from it.
  const [name] = read(all, false).positionals;
  const command = COMMANDS.find((each) => each.name === name);
  const { values, positionals } = read(command ? (command.options ?? {}) : all, true);
  return { command, names: command ? positionals.slice(1) : positionals, values: values as Record<string, unknown> };
}
