import { type ApiError, InvalidRequestError, isChangedMeanwhile } from '@context-sync/core';

/**
 * Returns whether the platform has refused the title of the portal. Only owners may change the settings, so a missing role also concerns a changed
 * navigation, which then fails.
 */
export function isTitleRefused(error: unknown, isNavigationChanged: boolean): error is Error {
  if (isChangedMeanwhile(error)) return false;
  const { status } = error as Partial<ApiError>;
  return error instanceof InvalidRequestError || (status === 403 && !isNavigationChanged);
}

/** Describes the refusal of a title on one line. */
export function describeTitleRefusal(title: string, { message }: Error): string {
  return `the title was not set to ${JSON.stringify(title)}, so the portal shows the name of the project: ${message}`;
}
