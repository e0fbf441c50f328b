/** What a tester has found. */
export interface Outcome {
  readonly name: string;
  /** Checks that it made. */
  readonly passed: number;
  readonly failed: number;
  /** What went wrong, for whoever has to mend it. */
  readonly findings: string;
}
