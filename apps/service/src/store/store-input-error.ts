/** The store was asked for something that cannot be: the message names what was given and the rule. */
export class StoreInputError extends Error {
  override readonly name = 'StoreInputError';
}
