/** The text is not a valid OpenAPI document. The message names the problem, the rule and the fix. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}
