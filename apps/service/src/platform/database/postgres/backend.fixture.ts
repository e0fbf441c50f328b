import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { reindexItems } from '../../../areas/context/reindex.ts';
import { BACKUP_TABLES, TABLES } from '../../../areas.ts';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { type TestBackend, type TestDatabase, useBackend } from '../behavior/database.fixture.ts';
import { KeptConnection, type PostgresServer, startPostgres } from './server.fixture.ts';

const EMPTIED_TABLES = TABLES.filter(({ name, onlyIn }) => onlyIn !== 'sqlite' && name !== 'migrations');

/** SQL that empties all tables and resets their sequences. The replica role disables the triggers with which the audit log rejects deletions. */
const EMPTY = [
  'SET session_replication_role = replica',
  ...EMPTIED_TABLES.map(({ name }) => `DELETE FROM ${name}`),
  ...BACKUP_TABLES.filter(({ key }) => key[0] === 'number').map(
    ({ name }) => `ALTER TABLE ${name} ALTER COLUMN number RESTART`,
  ),
  'RESET session_replication_role',
].join('; ');

/** Timeouts in milliseconds that are long enough for a busy machine. Other tests check the timeouts of the service. */
export const TIMEOUTS = { connect: 300_000, work: 300_000, check: 300_000 };

/** Runs all tests of the file on a real PostgreSQL server, which is started before the tests and stopped after the tests. */
export function usePostgres(): void {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  useBackend(createPostgresBackend(() => server));
}

/** Creates the backend of a server. @param getServer returns the server, which is started before the tests */
export function createPostgresBackend(getServer: () => PostgresServer | undefined): TestBackend {
  const freeDatabases: TestDatabase[] = [];
  const make = async (): Promise<TestDatabase> => {
    const server = getServer();
    if (!server) throw new Error('PostgreSQL is not running');
    const url = await server.database();
    await (await openPostgresStore(url)).close();
    // Opening a connection takes longer than most statements.
    const connection = new KeptConnection(url);
    return { name: url, rows: (sql) => connection.query(sql) };
  };
  return {
    name: 'postgres',
    crash: async () => getServer()?.crash(),
    async open(url, options) {
      const store = await openPostgresStore(url, { timeouts: TIMEOUTS, ...options });
      await reindexItems(store);
      return store;
    },
    async newDatabase() {
      // Emptying a database takes a tenth of the time of creating one, so databases are emptied and reused.
      const database = freeDatabases.pop() ?? (await make());
      await database.rows(EMPTY);
      onTestFinished(() => void freeDatabases.push(database));
      return database;
    },
  };
}
