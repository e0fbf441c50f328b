/** A problem that the user can fix. It is reported without a stack trace. */
export interface Problem {
  /** The input, permission or file with the problem. */
  readonly subject: string;
  readonly problem: string;
  /** The fix; empty if the rule in the problem describes the fix. */
  readonly fix: string;
  /** The noun in front of the subject, for a problem that completes a sentence such as `Input "concurrency" must be …`. */
  readonly noun?: 'Input' | 'Setting';
}

/** A function that collects the problems of inputs, settings and files. */
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
  const subjectPrefix = noun === undefined ? `${subject}:` : `${noun} "${subject}"`;
  return `${subjectPrefix} ${problem}.${fix === '' ? '' : ` Fix: ${fix}.`}`;
}
