/**
 * An error for a state that cannot be used. Nothing was changed, and `hint` contains the fix. `rule`: a rule of the repository rejects the state.
 * `store`: the state cannot be read or written for another reason.
 */
export class StateError extends Error {
  override readonly name = 'StateError';
  readonly code: 'unreadable' | 'newer' | 'foreign' | 'rule' | 'store';
  readonly hint: string;

  constructor(code: StateError['code'], message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** An error for a write that another run has preceded. The caller must read the state again and continue from there. */
export class StateConflictError extends Error {
  override readonly name = 'StateConflictError';
}
