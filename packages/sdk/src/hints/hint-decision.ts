/** A hint that matches an error, and how it is returned to this caller. */
export interface HintDecision {
  readonly hint: string;
  /** The hint is not returned, because the caller is in the control group today. */
  readonly withheld: boolean;
  readonly link: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Name and JSON text of the member for the body; undefined if this caller does not get it. */
  readonly member: { readonly name: string; readonly text: string } | undefined;
}
