/** Returns the code of an error of Node.js or PostgreSQL, such as `EACCES` or `42501`; undefined if there is none. */
export function getErrorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
