import { newId } from './ids.ts';
import { sqliteAccounts } from './sqlite-accounts.ts';
import { sqliteContextItems } from './sqlite-context-items.ts';
import { type Row, SqliteDatabase } from './sqlite-database.ts';
import { sqliteLogs } from './sqlite-logs.ts';
import type { DataSource, IdempotencyScope, Operations, Store, StoredAnswer } from './store.ts';

/**
 * The embedded store: one SQLite file on one connection.
 *
 * A transaction belongs to the connection, so operations take turns: one that came in between would become part of another's transaction.
 * @param file a path, or `:memory:`
 */
export function openSqliteStore(file: string): Store {
  const db = new SqliteDatabase(file);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const direct: Operations = {
    accounts: sqliteAccounts(db),
    contextItems: sqliteContextItems(db),
    logs: sqliteLogs(db),
    dataSources: {
      async create(projectId, input) {
        const source: DataSource = { id: newId('src'), ...input, createdAt: new Date().toISOString() };
        db.run(
          'INSERT INTO data_sources (id, project_id, input, created_at) VALUES (?, ?, ?, ?)',
          source.id,
          projectId,
          JSON.stringify(input),
          source.createdAt,
        );
        return source;
      },
    },
  };

  return {
    accounts: taking(inTurn, direct.accounts),
    contextItems: taking(inTurn, direct.contextItems),
    logs: taking(inTurn, direct.logs),
    dataSources: taking(inTurn, direct.dataSources),
    once: (scope, payload, work) =>
      inTurn(async () => {
        db.begin();
        try {
          const known = findAnswer(db, scope);
          if (known) {
            db.rollback();
            return { answer: known, replayed: true };
          }
          const answer = { payload, ...(await work(direct)) };
          db.run(
            `INSERT INTO answers (key_id, method, path, idempotency_key, payload, status, location, body, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...valuesOf(scope),
            answer.payload,
            answer.status,
            answer.location,
            answer.body,
            new Date().toISOString(),
          );
          db.commit();
          return { answer, replayed: false };
        } catch (error) {
          db.rollback();
          throw error;
        }
      }),
    close: () => db.close(),
  };
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** The same operations, each waiting for its turn. */
function taking<T extends object>(inTurn: InTurn, operations: T): T {
  const queued = Object.entries(operations).map(([name, operation]) => [
    name,
    (...values: unknown[]) => inTurn(() => operation(...values)),
  ]);
  return Object.fromEntries(queued) as T;
}

function findAnswer(db: SqliteDatabase, scope: IdempotencyScope): StoredAnswer | undefined {
  const row = db.get(
    'SELECT payload, status, location, body FROM answers WHERE key_id = ? AND method = ? AND path = ? AND idempotency_key = ?',
    ...valuesOf(scope),
  );
  return row && answerOf(row);
}

function valuesOf(scope: IdempotencyScope): [string, string, string, string] {
  return [scope.keyId, scope.method, scope.path, scope.idempotencyKey];
}

function answerOf(row: Row): StoredAnswer {
  return {
    payload: String(row.payload),
    status: Number(row.status),
    location: row.location === null ? null : String(row.location),
    body: String(row.body),
  };
}
