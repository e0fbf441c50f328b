/** The result of running a tool. */
export interface ToolOutcome {
  readonly name: string;
  /** Number of passed checks. */
  readonly passed: number;
  readonly failed: number;
  /** The output of the tool that explains the failures. */
  readonly findings: string;
}
