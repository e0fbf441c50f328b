import type { z } from 'zod';
import { describeIssue, describeUnknownName } from './describe-issue.ts';
import { quoteText } from './describe-value.ts';
import { type ErrorDetail, HttpError } from './errors.ts';
import { listPropertyNames } from './schema-names.ts';

/** Maximum number of problems that one response lists. */
const MAX_DETAILS = 20;
/** Matches a name that can be written after a dot in a path. */
const PLAIN_NAME = /^[\w-]{1,60}$/;

/** A value that a schema has rejected. */
export interface RejectedValue {
  readonly value: unknown;
  /** Schema whose names are suggested for unknown names. By default, no names are suggested. */
  readonly schema?: z.core.$ZodType;
  readonly error: z.core.$ZodError;
}

/** A problem of a rejected value, with its path in the value. */
export interface ValueProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Returns the problems of a rejected value, one for each unknown name. */
export function getProblems({ value, schema, error }: RejectedValue): ValueProblem[] {
  return error.issues.flatMap((issue) => {
    const { path } = issue;
    if (issue.code !== 'unrecognized_keys') return [{ path, message: describeIssue(issue, getValueAt(value, path)) }];
    const names = schema ? listPropertyNames(schema, path) : [];
    return issue.keys.map((key) => ({ path: [...path, key], message: describeUnknownName(key, names) }));
  });
}

/**
 * Converts the problems of a rejected value to error details.
 * @param at location of the value, such as `body` or `query`
 */
export function getDetails(at: string, rejected: RejectedValue): ErrorDetail[] {
  return getProblems(rejected).map(({ path, message }) => ({ where: `${at}${formatPath(path)}`, message }));
}

/** Formats a path such as `.steps[0].text`. */
export function formatPath(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    const name = String(part);
    return PLAIN_NAME.test(name) ? `.${name}` : `[${quoteText(name)}]`;
  });
  return parts.join('');
}

/** Creates the error for an invalid request. The message is the first problem. The details contain up to `MAX_DETAILS` problems. */
export function createInvalidRequestError(details: readonly ErrorDetail[]): HttpError {
  const [first] = details;
  const message = first ? `${first.where}: ${first.message}` : 'The request is invalid';
  return new HttpError('invalid_request', message, { details: details.slice(0, MAX_DETAILS) });
}

function getValueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}
