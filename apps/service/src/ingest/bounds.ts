/** Most logs of one batch: so many are put in within a twentieth of a second, in which other writes wait. */
export const MAX_LOGS_PER_BATCH = 1_000;
/** Largest batch taken, in bytes. */
export const MAX_BATCH_BYTES = 8_388_608;
/** Largest line of a batch, in bytes of UTF-8: what a log may have that is put in alone. */
export const MAX_LINE_BYTES = 1_048_576;
