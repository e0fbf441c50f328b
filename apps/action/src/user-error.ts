/** Something that the person who runs the action can mend. Shown without a stack. */
export interface Fault {
  /** The input, permission or file that it is about. */
  readonly subject: string;
  readonly problem: string;
  readonly fix: string;
}

export class UserError extends Error {
  override readonly name = 'UserError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], cause?: unknown) {
    super(faults.map(describeFault).join('\n'), cause === undefined ? undefined : { cause });
    this.faults = faults;
  }
}

export function describeFault({ subject, problem, fix }: Fault): string {
  return `${subject}: ${problem}. Fix: ${fix}.`;
}
