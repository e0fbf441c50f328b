import { type ErrorCode, type ErrorDetail, HttpError } from '../errors/errors.ts';

/** An error for invalid input of a job. The message describes the problem. */
export class JobInputError extends Error {
  override readonly name: string = 'JobInputError';
}

/** An error in a form that can be sent between processes. */
export type JobFailure =
  | {
      readonly kind: 'http';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: readonly ErrorDetail[] | undefined;
    }
  | { readonly kind: 'input'; readonly message: string }
  | { readonly kind: 'internal'; readonly message: string };

/** Result of a job, as sent by a worker process. */
export type JobOutcome = { readonly value: unknown } | { readonly failure: JobFailure };

export function toFailure(error: unknown): JobFailure {
  if (error instanceof HttpError) {
    return { kind: 'http', code: error.code, message: error.message, details: error.details };
  }
  if (error instanceof JobInputError) return { kind: 'input', message: error.message };
  return { kind: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Restores an error from its serialized form. The message of an internal error contains the stack trace from the worker process. */
export function toError(failure: JobFailure): Error {
  switch (failure.kind) {
    case 'http': {
      const { code, message, details } = failure;
      return new HttpError(code, message, details ? { details } : {});
    }
    case 'input':
      return new JobInputError(failure.message);
    case 'internal':
      return new Error(`a worker process failed: ${failure.message}`);
  }
}
