/** The result of one check. `unknown` means that the check could determine the result only by changing something. */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'failed' | 'unknown';
  readonly detail: string;
  /** The fix for a failed check. Empty if the detail already contains the rule. */
  readonly fix?: string;
}

/** The findings for one source. `name` distinguishes several sources; it is empty if there is only one source. */
export interface Diagnosis {
  readonly name: string;
  readonly findings: readonly Finding[];
}

export function createSuccess(check: string, detail: string): Finding {
  return { check, result: 'ok', detail };
}

export function createFailure(check: string, detail: string, fix: string): Finding {
  return { check, result: 'failed', detail, fix };
}

export function createUnknown(check: string, detail: string, fix?: string): Finding {
  return { check, result: 'unknown', detail, ...(fix === undefined ? {} : { fix }) };
}
