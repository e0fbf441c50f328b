/** Part of error messages: the commands that create a missing database. */
export const CREATION_HINT = 'Only the commands bootstrap, migrate, serve and restore create a database';

/** An error for invalid input to the store. The message contains the value and the rule. */
export class StoreInputError extends Error {
  override readonly name = 'StoreInputError';
}
