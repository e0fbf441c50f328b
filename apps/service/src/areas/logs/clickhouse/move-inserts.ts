/** Maximum number of logs in one insert. */
export const MAX_LOGS_PER_INSERT = 500;
/** Maximum size of the texts of these logs in bytes, which bounds the memory. A single log can have a size of 1 MiB, and its JSON twice as much. */
export const MAX_BYTES_PER_INSERT = 16_777_216;

/**
 * Returns how many of the waiting logs the next insert contains; 0 if it can also contain later logs. Depends only on the logs and their order, so that
 * a run after an interruption repeats the same inserts.
 * @param sizes sizes of the first waiting logs in bytes, of more than an insert can contain if there are so many
 * @param isComplete whether no later logs follow
 */
export function countNextInsert(sizes: readonly number[], isComplete: boolean): number {
  let count = 0;
  let bytes = 0;
  for (const size of sizes) {
    bytes += size;
    if (count === MAX_LOGS_PER_INSERT || (count > 0 && bytes > MAX_BYTES_PER_INSERT)) return count;
    count += 1;
  }
  return isComplete || count === MAX_LOGS_PER_INSERT ? count : 0;
}
