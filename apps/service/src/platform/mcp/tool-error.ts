/** An error of a tool call. The model reads the message and may try again. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
