/** An error for a text that is not a valid OpenAPI document. The message contains the problem, the rule and the fix. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}
