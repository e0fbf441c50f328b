import { createInvalidRequestError, formatPath, getProblems } from '../../platform/errors/invalid-request.ts';
import { describeMalformedJson } from '../../platform/errors/malformed-json.ts';
import { MAX_JSON_VALUES, measureJson } from '../../platform/parsing/measure-json.ts';
import { MAX_LINE_BYTES, MAX_LOGS_PER_BATCH } from './ingest-limits.ts';
import { createNewLog, type NewLog, newLogSchema } from './new-log.ts';

/** A log with its line number. */
export interface NumberedLog {
  readonly line: number;
  readonly log: NewLog;
}

/** A problem in a line. The log in the line is not stored. */
export interface LineProblem {
  readonly line: number;
  /** Path of the field with the problem; null if the problem concerns the whole line. */
  readonly field: string | null;
  readonly message: string;
}

/** Maximum number of problems that are reported for one line. */
const MAX_PROBLEMS_PER_LINE = 5;

/**
 * Parses one log per line and skips empty lines. An invalid line does not affect the other lines.
 * @throws HttpError if there are too many lines
 */
export function parseLogLines(text: string): { logs: NumberedLog[]; problems: LineProblem[] } {
  checkSize(text);
  const logs: NumberedLog[] = [];
  const problems: LineProblem[] = [];
  for (const { line, content } of getLines(text)) {
    const value = parseLine(content);
    if ('problem' in value) {
      problems.push({ line, field: null, message: value.problem });
      continue;
    }
    const log = newLogSchema.safeParse(value.json);
    if (log.success) {
      logs.push({ line, log: createNewLog(content, log.data) });
      continue;
    }
    const rejected = getProblems({ value: value.json, schema: newLogSchema, error: log.error });
    for (const { path, message } of rejected.slice(0, MAX_PROBLEMS_PER_LINE)) {
      problems.push({ line, field: path.length === 0 ? null : formatPath(path).replace(/^\./, ''), message });
    }
  }
  return { logs, problems };
}

/** Checks the number of lines and JSON values before parsing, because a body of a few megabytes can contain millions of lines or values. */
function checkSize(text: string): void {
  let lines = 0;
  let values = 0;
  for (const { content } of getLines(text)) {
    lines += 1;
    values += measureJson(content).values;
    if (lines > MAX_LOGS_PER_BATCH)
      throw createInvalidBodyError(`has more than ${MAX_LOGS_PER_BATCH} lines: send them in several requests`);
    if (values > MAX_JSON_VALUES)
      throw createInvalidBodyError(`has more than ${MAX_JSON_VALUES} JSON values: send the lines in several requests`);
  }
  if (lines === 0) throw createInvalidBodyError('is empty: send one log per line');
}

/** Yields the nonblank lines, without their line endings. */
function* getLines(text: string): Generator<{ readonly line: number; readonly content: string }> {
  let start = 0;
  for (let line = 1; start < text.length; line += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const content = end > start ? text.slice(start, end).trim() : '';
    if (content !== '') yield { line, content };
    start = end + 1;
  }
}

function createInvalidBodyError(message: string): Error {
  return createInvalidRequestError([{ where: 'body', message }]);
}

function parseLine(content: string): { json: unknown } | { problem: string } {
  if (Buffer.byteLength(content) > MAX_LINE_BYTES) return { problem: `exceeds ${MAX_LINE_BYTES} bytes` };
  try {
    return { json: JSON.parse(content) };
  } catch {
    return { problem: describeMalformedJson(content) };
  }
}
