import type { ErrorDetail } from '../errors/errors.ts';
import { detailsOf, invalidRequest } from '../errors/invalid.ts';
import type { NewLogRecord } from '../store/logs.ts';
import { MAX_LINE_BYTES, MAX_LOGS_PER_BATCH } from './bounds.ts';
import { MAX_JSON_VALUES, measureJson } from './json-size.ts';
import { newLogSchema } from './new-log.ts';

/** A log with the number of the line that it stands in. */
export interface NumberedLog {
  readonly line: number;
  readonly record: NewLogRecord;
}

/** The logs of a text that has one on each line; empty lines are passed over. @throws HttpError that names every line that is wrong */
export function logsOfLines(text: string): NumberedLog[] {
  checkSize(text);
  const logs: NumberedLog[] = [];
  const details: ErrorDetail[] = [];
  for (const { line, content } of linesOf(text)) {
    const at = `line ${line}`;
    const value = parsed(content);
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

/** Counts lines and values before anything is built of them: a few megabytes can hold millions of either. */
function checkSize(text: string): void {
  let lines = 0;
  let values = 0;
  for (const { content } of linesOf(text)) {
    lines += 1;
    values += measureJson(content).values;
    if (lines > MAX_LOGS_PER_BATCH)
      throw refused(`has more than ${MAX_LOGS_PER_BATCH} lines: send them in several requests`);
    if (values > MAX_JSON_VALUES)
      throw refused(`has more than ${MAX_JSON_VALUES} JSON values: send the lines in several requests`);
  }
  if (lines === 0) throw refused('has no line: put one log on each');
}

/** Lines that are not blank, without their ends, one at a time. */
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

function refused(message: string): Error {
  return invalidRequest([{ where: 'body', message }]);
}

function parsed(content: string): { json: unknown } | { problem: string } {
  if (Buffer.byteLength(content) > MAX_LINE_BYTES) return { problem: `is over ${MAX_LINE_BYTES} bytes` };
  try {
    return { json: JSON.parse(content) };
  } catch {
    return { problem: 'is not JSON' };
  }
}
