import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import type { ClickHouse } from './clickhouse-client.ts';

/** The table with the id of the PostgreSQL database to which the logs belong. */
export const CREATE_OWNER_TABLE =
  'CREATE TABLE IF NOT EXISTS log_owner (id String) ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1';

/**
 * Ensures that the logs in ClickHouse belong to this database, because the numbers of batches are unique only in one database.
 * @param id id of the PostgreSQL database
 * @param isUsed whether logs of this database have been stored in ClickHouse, so that ClickHouse must contain the id
 * @throws StoreInputError
 */
export async function claimLogs(clickHouse: ClickHouse, id: string, isUsed: boolean): Promise<void> {
  const readOwners = async () =>
    (await clickHouse.all('SELECT DISTINCT id FROM log_owner')).map((row) => String(row.id));
  let owners = await readOwners();
  if (owners.length === 0 && isUsed) {
    throw new StoreInputError(
      `the ClickHouse database of --logs (or LOGS_URL) does not contain the logs of this PostgreSQL database: check the host and the name of the database in the URL. If all logs in ClickHouse were lost, and the service should continue without them, run "INSERT INTO log_owner VALUES ('${id}')" in ClickHouse first`,
    );
  }
  if (owners.length === 0) {
    await clickHouse.rewrite('INSERT INTO log_owner SELECT {id:String}', { id });
    owners = await readOwners();
  }
  if (owners.length !== 1 || owners[0] !== id) {
    throw new StoreInputError(
      'the ClickHouse database of --logs (or LOGS_URL) contains the logs of another PostgreSQL database: create a ClickHouse database for each PostgreSQL database. If this PostgreSQL database was restored from a backup, run "TRUNCATE TABLE log_owner" in ClickHouse first',
    );
  }
}
