/** Maximum number of logs in a batch. Other writes wait for the insert, which takes about 50 ms for this many logs. */
export const MAX_LOGS_PER_BATCH = 1_000;
/** Maximum size of the body of a batch in bytes. */
export const MAX_BATCH_BYTES = 8_388_608;
/** Maximum size of a line in bytes, which equals the limit for a single log. */
export const MAX_LINE_BYTES = 1_048_576;
