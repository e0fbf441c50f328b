import { CursorError } from '../../cursor.ts';
import { StoreInputError } from '../../store-input-error.ts';
import { type DatabaseName, StoreUnavailableError } from '../../store-unavailable-error.ts';

/** An error in a form that can be sent between threads. A structured clone of an error would lose its class and its properties. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly database: DatabaseName | undefined;
  readonly outcomeUnknown: boolean;
  readonly isFull: boolean;
  readonly isCanceled: boolean;
  /** Result code of SQLite, if the error or its cause has one. */
  readonly errcode: number | undefined;
}

export function toSentError(error: unknown): SentError {
  if (!(error instanceof Error)) return toSentError(new Error(String(error)));
  const { cause } = error as { cause?: unknown };
  const [errcode] = [error, cause].flatMap((each) => {
    const code = (each as { errcode?: unknown } | undefined)?.errcode;
    return typeof code === 'number' ? [code] : [];
  });
  const isUnavailable = error instanceof StoreUnavailableError;
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    database: isUnavailable ? error.database : undefined,
    outcomeUnknown: isUnavailable && error.outcomeUnknown,
    isFull: isUnavailable && error.isFull,
    isCanceled: isUnavailable && error.isCanceled,
    errcode,
  };
}

/** Returns an error of the same class, with the stack of the thread in which it was thrown. */
export function fromSentError(sentError: SentError): Error {
  const error = createError(sentError);
  error.message = sentError.message;
  if (sentError.stack !== undefined) error.stack = sentError.stack;
  return error;
}

function createError({ name, message, errcode, ...flags }: SentError): Error {
  if (name === 'StoreInputError') return new StoreInputError(message);
  if (name === 'CursorError') return new CursorError();
  if (name === 'TypeError') return new TypeError(message);
  if (name === 'RangeError') return new RangeError(message);
  const cause = errcode === undefined ? undefined : Object.assign(new Error(message), { errcode });
  if (name === 'StoreUnavailableError') return new StoreUnavailableError(message, { ...flags, cause });
  return Object.assign(new Error(message), errcode === undefined ? {} : { errcode });
}
