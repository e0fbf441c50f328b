/** A tool cannot do what it was asked for; the model that asked reads the message, and may ask again. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
