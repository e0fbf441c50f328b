/** A text is not a description of an API that is taken: the message says what is wrong, which rule it breaks, and what to change. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}
