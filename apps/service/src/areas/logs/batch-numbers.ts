/** Maximum number of logs in a batch. Like the next value, this limit determines the numbers of logs, so it must never change. */
export const LOGS_PER_BATCH = 16_384;
/** Number before that of the first batch. All logs in PostgreSQL have lower numbers, which do not change when the logs are moved. */
export const FIRST_BATCH_NUMBER = 2 ** 45;

/** Returns the number of the first log of a batch. */
export function getFirstNumber(batch: number): number {
  return FIRST_BATCH_NUMBER + batch * LOGS_PER_BATCH;
}
