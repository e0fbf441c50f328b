/** Something that the person who runs the action can mend. Shown without a stack. */
export interface Fault {
  /** The input, permission or file that it is about. */
  readonly subject: string;
  readonly problem: string;
  /** Empty where the problem states the rule, and nothing else is to be said. */
  readonly fix: string;
  /** What the subject is, for a problem that goes on as a sentence: `Input "concurrency" must be …`. */
  readonly noun?: 'Input' | 'Setting';
}

/** Takes note of what is wrong with an input, a setting or a file. */
export type Complain = (subject: string, problem: string, fix: string, noun?: Fault['noun']) => void;

export class UserError extends Error {
  override readonly name = 'UserError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], cause?: unknown) {
    super(faults.map(describeFault).join('\n'), cause === undefined ? undefined : { cause });
    this.faults = faults;
  }
}

export function describeFault({ subject, problem, fix, noun }: Fault): string {
  const head = noun === undefined ? `${subject}:` : `${noun} "${subject}"`;
  return `${head} ${problem}.${fix === '' ? '' : ` Fix: ${fix}.`}`;
}
