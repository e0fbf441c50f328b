/** An error for arguments that the program does not accept. `fix` describes what to write instead. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}
