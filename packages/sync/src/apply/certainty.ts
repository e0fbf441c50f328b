import { ApiError } from '@context-sync/core';
import { ZodError } from 'zod';

/** Whether a write that failed with this error may have been carried out. Input outside the contract is refused before it is sent. */
export function outcomeUnknown(error: unknown): boolean {
  if (error instanceof ApiError) return error.outcomeUnknown;
  return !(error instanceof ZodError);
}
