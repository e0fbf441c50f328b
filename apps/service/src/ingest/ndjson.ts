import type { ErrorDetail } from '../errors/errors.ts';
import { detailsOf, invalidRequest } from '../errors/invalid.ts';
import type { NewLogRecord } from '../store/logs.ts';
import { MAX_LINE_BYTES, MAX_LOGS_PER_BATCH } from './bounds.ts';
import { MAX_JSON_VALUES, measureJson } from './json-size.ts';
import { newLogSchema } from './new-log.ts';

/** A log with its line number. */
export interface NumberedLog {
  readonly line: number;
  readonly record: NewLogRecord;
}

/** Parses one log per line and skips empty lines. @throws HttpError with every invalid line */
export function parseLogLines(text: string): NumberedLog[] {
  checkSize(text);
  const logs: NumberedLog[] = [];
  const details: ErrorDetail[] = [];
  for (const { line, content } of linesOf(text)) {
    const at = `line ${line}`;
    const value = parseLine(content);
    if ('problem' in value) details.push({ where: at, message: value.problem });
    else {
      const log = newLogSchema.safeParse(value.json);
      if (log.success) logs.push({ line, record: { request: null, response: null, ...log.data } });
      else details.push(...detailsOf(at, log.error));
    }
  }
  if (details.length > 0) throw invalidRequest(details);
  return logs;
}

/** Checks the number of lines and values before parsing: a few megabytes can contain millions. */
function checkSize(text: string): void {
  let lines = 0;
  let values = 0;
  for (const { content } of linesOf(text)) {
    lines += 1;
    values += measureJson(content).values;
    if (lines > MAX_LOGS_PER_BATCH)
      throw invalidBody(`has more than ${MAX_LOGS_PER_BATCH} lines: send them in several requests`);
    if (values > MAX_JSON_VALUES)
      throw invalidBody(`has more than ${MAX_JSON_VALUES} JSON values: send the lines in several requests`);
  }
  if (lines === 0) throw invalidBody('is empty: send one log per line');
}

/** Yields the non-blank lines without their line ends. */
function* linesOf(text: string): Generator<{ readonly line: number; readonly content: string }> {
  let start = 0;
  for (let line = 1; start < text.length; line += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const content = end > start ? text.slice(start, end).trim() : '';
    if (content !== '') yield { line, content };
    start = end + 1;
  }
}

function invalidBody(message: string): Error {
  return invalidRequest([{ where: 'body', message }]);
}

function parseLine(content: string): { json: unknown } | { problem: string } {
  if (Buffer.byteLength(content) > MAX_LINE_BYTES) return { problem: `exceeds ${MAX_LINE_BYTES} bytes` };
  try {
    return { json: JSON.parse(content) };
  } catch {
    return { problem: 'is not JSON' };
  }
}
