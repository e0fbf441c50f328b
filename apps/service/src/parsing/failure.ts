import { DescriptionError } from '../api-description/index.ts';
import { type ErrorCode, type ErrorDetail, HttpError } from '../errors/errors.ts';

/** An error in a form that can be sent from one process to another. */
export type Failure =
  | {
      readonly kind: 'http';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: readonly ErrorDetail[] | undefined;
    }
  | { readonly kind: 'description'; readonly message: string }
  | { readonly kind: 'defect'; readonly message: string };

/** How a job ended, as a worker process sends it. */
export type Outcome = { readonly value: unknown } | { readonly failure: Failure };

export function failureOf(error: unknown): Failure {
  if (error instanceof HttpError) {
    return { kind: 'http', code: error.code, message: error.message, details: error.details };
  }
  if (error instanceof DescriptionError) return { kind: 'description', message: error.message };
  return { kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The error again. That of a defect holds the stack of the other process in its message. */
export function errorOf(failure: Failure): Error {
  switch (failure.kind) {
    case 'http': {
      const { code, message, details } = failure;
      return new HttpError(code, message, details ? { details } : {});
    }
    case 'description':
      return new DescriptionError(failure.message);
    case 'defect':
      return new Error(`a worker process failed: ${failure.message}`);
  }
}
