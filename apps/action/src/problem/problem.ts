/** Something that the person who runs the action can mend. Shown without a stack. */
export interface Problem {
  /** The input, permission or file that it is about. */
  readonly subject: string;
  readonly problem: string;
  /** Empty where the problem states the rule, and nothing else is to be said. */
  readonly fix: string;
  /** What the subject is, for a problem that goes on as a sentence: `Input "concurrency" must be …`. */
  readonly noun?: 'Input' | 'Setting';
}

/** Takes note of what is wrong with an input, a setting or a file. */
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
