/** Most logs of one batch: so many are put in within a twentieth of a second, in which other writes wait. */
export const MOST_LOGS = 1_000;
/** Largest batch taken, in bytes. */
export const BATCH_LIMIT = 8_388_608;
/** Largest line of a batch, in bytes of UTF-8: what a log may have that is put in alone. */
export const LINE_LIMIT = 1_048_576;
