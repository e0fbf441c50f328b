/** Invalid command line arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
