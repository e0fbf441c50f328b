/** An error for arguments that the program does not accept. `fix` describes what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}
