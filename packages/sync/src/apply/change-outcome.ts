import { ApiError } from '@context-sync/core';
import { ZodError } from 'zod';

/** Returns whether the service may have executed a write that failed with this error. Invalid input is rejected before the request is sent. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ApiError) return error.outcomeUnknown;
  return !(error instanceof ZodError);
}
