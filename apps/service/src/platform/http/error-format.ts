import type { Context } from 'hono';

/**
 * Creates an error response.
 * @param error error object of the service's API
 * @returns undefined if the path of the request does not use this format
 */
export type FormatError = (
  c: Context,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>>,
  error: object,
) => Response | undefined;
