/** A hint that matches an error, and the form in which this client receives it. */
export interface HintDecision {
  readonly hint: string;
  readonly version: string | undefined;
  /** Whether the hint is withheld, because the user is in the control group. */
  readonly withheld: boolean;
  /** Whether only some kinds of clients receive the property in the body. */
  readonly dependsOnAgent: boolean;
  /** Whether the hint is withheld from a control group. */
  readonly dependsOnUser: boolean;
  readonly link: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Name and JSON text of the property to add to the body; undefined if this kind of client does not get it. */
  readonly member: { readonly name: string; readonly text: string } | undefined;
}
