import { setTimeout } from 'node:timers/promises';
import type { Sql } from '../../../platform/database/sql.ts';
import type { BatchSequence } from './batch-sequence.ts';
import type { ClickHouse } from './clickhouse-client.ts';

/** Time in milliseconds to wait for transactions that are storing logs. Nearly all of them end within this time. */
const WAIT_MS = 2_000;
const POLL_INTERVAL_MS = 20;

/**
 * Removes deleted logs from the active files of ClickHouse. A DELETE only marks rows as deleted, and a later UPDATE does not change these rows. A large
 * file may never be merged again, which would remove them.
 * @returns false if a batch of logs that was opened before this call is neither committed nor removed
 */
export async function overwriteDeletedLogs(sql: Sql, batches: BatchSequence, clickHouse: ClickHouse): Promise<boolean> {
  const lastBatch = await batches.readLast();
  const hasOpenBatches = async () =>
    (await sql.get('SELECT 1 AS one FROM log_batches WHERE removed_at IS NULL AND number <= ? LIMIT 1', lastBatch)) !==
    undefined;
  const deadline = performance.now() + WAIT_MS;
  while (await hasOpenBatches()) {
    if (performance.now() > deadline) return false;
    await setTimeout(POLL_INTERVAL_MS);
  }
  await clickHouse.rewrite('ALTER TABLE logs APPLY DELETED MASK');
  return true;
}
