import type { z } from '@hono/zod-openapi';
import type { ErrorDetail } from '../../platform/errors/errors.ts';
import { createInvalidRequestError, formatPath, getProblems } from '../../platform/errors/invalid-request.ts';
import { describeMalformedJson } from '../../platform/errors/malformed-json.ts';
import { deletionLineSchema, pageLineSchema } from './schemas.ts';

/** Maximum number of lines of a batch. */
export const MAX_PAGES_PER_BATCH = 500;
const MAX_PROBLEMS = 20;

export type PageLine = z.output<typeof pageLineSchema>;
export type DeletionLine = z.output<typeof deletionLineSchema>;

/**
 * Parses the lines of a batch. Each line contains a page to store or a page to delete. Skips empty lines.
 * @throws HttpError that lists the problems of the lines
 */
export function parsePageLines(text: string): (PageLine | DeletionLine)[] {
  const lines: (PageLine | DeletionLine)[] = [];
  const problems: ErrorDetail[] = [];
  const places = new Map<string, number>();
  for (const [index, content] of text.split('\n').entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    if (content.trim() === '') continue;
    const line = index + 1;
    const parsedLine = parseLine(content);
    if ('problems' in parsedLine) {
      problems.push(...parsedLine.problems.map(({ where, message }) => ({ where: `line ${line}${where}`, message })));
      continue;
    }
    const { path } = parsedLine.line;
    const other = places.get(path);
    if (other !== undefined)
      problems.push({ where: `line ${line}.path`, message: `is the path of line ${other} as well` });
    places.set(path, line);
    lines.push(parsedLine.line);
    if (lines.length > MAX_PAGES_PER_BATCH) {
      throw createBodyError(`has more than ${MAX_PAGES_PER_BATCH} lines: send the pages in several requests`);
    }
  }
  if (problems.length > 0) throw createInvalidRequestError(problems);
  if (lines.length === 0) throw createBodyError('is empty: send one page per line');
  return lines;
}

function parseLine(content: string): { readonly line: PageLine | DeletionLine } | { readonly problems: ErrorDetail[] } {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { problems: [{ where: '', message: describeMalformedJson(content) }] };
  }
  const isDeletion = typeof value === 'object' && value !== null && 'delete' in value;
  const schema = isDeletion ? deletionLineSchema : pageLineSchema;
  const result = schema.safeParse(value);
  if (result.success) return { line: result.data };
  const found = getProblems({ value, schema, error: result.error });
  return { problems: found.map(({ path, message }) => ({ where: formatPath(path), message })) };
}

const createBodyError = (message: string) => createInvalidRequestError([{ where: 'body', message }]);
