import { parseArgs } from 'node:util';
import { hashKey, newKey } from '../http/keys.ts';
import { ServeError, startServer } from '../server.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { type Store, StoreInputError } from '../store/store.ts';

const USAGE = `context-sync-service: hosts the API on one machine

  serve           [--host 127.0.0.1] [--port 8787]
  create-user     EMAIL
  create-project  SLUG --owner EMAIL [--name NAME]
  add-member      SLUG EMAIL
  create-key      EMAIL [--read-only]      prints the key, which cannot be shown again

Every command takes --database FILE (default context-sync.db).`;

/** The surroundings of the command line, given by the entry file. */
export interface Terminal {
  out(line: string): void;
  error(line: string): void;
  /** Resolves when the process is asked to end. */
  readonly ended: Promise<void>;
}

/** Runs one command. @returns the exit code: 0, 1 for something that cannot be done, 2 for a command that is not one */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(args, terminal);
  } catch (error) {
    if (error instanceof StoreInputError || error instanceof ServeError) {
      terminal.error(error.message);
      return 1;
    }
    if (error instanceof UsageError || isParseError(error)) {
      terminal.error(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    throw error;
  }
}

class UsageError extends Error {}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      database: { type: 'string', default: 'context-sync.db' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8787' },
      owner: { type: 'string' },
      name: { type: 'string' },
      'read-only': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [command, ...given] = positionals;
  /** The arguments of the command, exactly as many as it has names for them. */
  const take = (...names: string[]): string[] => {
    const missing = names[given.length];
    if (missing !== undefined) throw new UsageError(`${command} needs ${missing}`);
    const surplus = given[names.length];
    if (surplus !== undefined) throw new UsageError(`${command} does not take "${surplus}"`);
    return given;
  };
  if (values.help) {
    terminal.out(USAGE);
    return 0;
  }
  const { database } = values;
  switch (command) {
    case 'serve':
      take();
      await serve(database, values.host, portOf(values.port), terminal);
      return 0;
    case 'create-user': {
      const [email = ''] = take('EMAIL');
      return withStore(database, async ({ accounts }) => terminal.out(await accounts.createUser(email)));
    }
    case 'create-project': {
      const [slug = ''] = take('SLUG');
      const { owner, name = slug } = values;
      if (owner === undefined) throw new UsageError('create-project needs --owner EMAIL');
      return withStore(database, async ({ accounts }) => terminal.out(await accounts.createProject(slug, name, owner)));
    }
    case 'add-member': {
      const [slug = '', email = ''] = take('SLUG', 'EMAIL');
      return withStore(database, ({ accounts }) => accounts.addMember(slug, email));
    }
    case 'create-key': {
      const [email = ''] = take('EMAIL');
      return withStore(database, async ({ accounts }) => {
        const key = newKey();
        await accounts.createKey(email, values['read-only'] ? 'read-only' : 'full', hashKey(key));
        terminal.out(key);
      });
    }
    default:
      throw new UsageError(command === undefined ? 'no command given' : `there is no command "${command}"`);
  }
}

async function serve(database: string, host: string, port: number, terminal: Terminal): Promise<void> {
  const server = await startServer({
    database,
    host,
    port,
    report: (error) => terminal.error(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  terminal.out(`listening on ${server.url}`);
  await terminal.ended;
  await server.close();
}

async function withStore(database: string, work: (store: Store) => Promise<void>): Promise<number> {
  const store = openSqliteStore(database);
  try {
    await work(store);
    return 0;
  } finally {
    store.close();
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}"`);
  return port;
}
