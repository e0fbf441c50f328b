/** What to do about a database that does not exist. */
export const WHO_CREATES = 'Only the commands bootstrap, serve and restore create a database';

/** The store was asked for something that cannot be: the message names what was given and the rule. */
export class StoreInputError extends Error {
  override readonly name = 'StoreInputError';
}
