/** The result of one check. `unknown` means that the check would have to change data to determine the result. */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'failed' | 'unknown';
  readonly detail: string;
  /** The fix for a failed check; empty if the detail describes the rule. */
  readonly fix?: string;
}

/** The results of all checks of one source. `name` distinguishes sources and is empty if there is only one source. */
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
