/** A problem that the user can fix. It is reported without a stack trace. */
export interface Problem {
  /** The input, permission or file that the problem concerns. */
  readonly subject: string;
  readonly problem: string;
  /** The fix. Empty if the rule that the problem states is sufficient. */
  readonly fix: string;
  /** Kind of the subject, for a problem that completes a sentence: `Input "concurrency" must be …`. */
  readonly noun?: 'Input' | 'Setting';
}

/** Collects the problems of inputs, settings and files. */
export type AddProblem = (subject: string, problem: string, fix: string, noun?: Problem['noun']) => void;

export class UserError extends Error {
  override readonly name = 'UserError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], cause?: unknown) {
    super(problems.map(describeProblem).join('\n'), cause === undefined ? undefined : { cause });
    this.problems = problems;
  }
}

export function describeProblem({ subject, problem, fix, noun }: Problem): string {
  const head = noun === undefined ? `${subject}:` : `${noun} "${subject}"`;
  return `${head} ${problem}.${fix === '' ? '' : ` Fix: ${fix}.`}`;
}
