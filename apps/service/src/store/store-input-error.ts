/** States which commands create a missing database. */
export const CREATION_HINT = 'Only the commands bootstrap, serve and restore create a database';

/** Invalid input to the store. The message names the value and the rule. */
export class StoreInputError extends Error {
  override readonly name = 'StoreInputError';
}
