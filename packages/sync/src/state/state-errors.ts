/**
 * The state cannot be used. Nothing was changed; `hint` is the fix.
 * `rule`: a rule of the repository rejects the state; `store`: it cannot be read or written for another reason.
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

/** Another run wrote the state first. Read it again and continue from there. */
export class StateConflictError extends Error {
  override readonly name = 'StateConflictError';
}
