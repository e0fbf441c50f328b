import type { HttpError } from './errors.ts';
import { createInvalidRequestError } from './invalid-request.ts';

/** Creates the error for a body that is not JSON. */
export function createMalformedJsonError(text: string): HttpError {
  return createInvalidRequestError([{ where: 'body', message: describeMalformedJson(text) }]);
}

/** Describes the position of the first JSON syntax error, without repeating the text. */
export function describeMalformedJson(text: string): string {
  if (text.trim() === '') return 'is empty; send JSON';
  const message = readParserMessage(text);
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  if (line !== undefined) return `is not valid JSON at line ${line}, column ${column}`;
  if (/^Unexpected end/.test(message)) return 'is not valid JSON: it ends too early';
  const [, token] = /^Unexpected token '(.{1,2})'/u.exec(message) ?? [];
  return token === undefined ? 'is not valid JSON' : `is not valid JSON: unexpected ${JSON.stringify(token)}`;
}

function readParserMessage(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
