import type { ErrorDetail } from '../errors/errors.ts';
import { detailsOf, invalidRequest } from '../errors/invalid.ts';
import type { NewLogRecord } from '../store/logs.ts';
import { LINE_LIMIT, MOST_LOGS } from './bounds.ts';
import { newLogSchema } from './new-log.ts';

/** A log with the number of the line that it stands in. */
export interface NumberedLog {
  readonly line: number;
  readonly record: NewLogRecord;
}

/** The logs of a text that has one on each line; empty lines are passed over. @throws HttpError that names every line that is wrong */
export function logsOfLines(text: string): NumberedLog[] {
  const lines = text
    .split('\n')
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== '');
  if (lines.length === 0) throw invalidRequest([{ where: 'body', message: 'has no line: put one log on each' }]);
  if (lines.length > MOST_LOGS) {
    const message = `has ${lines.length} lines; at most ${MOST_LOGS} are taken: send them in several requests`;
    throw invalidRequest([{ where: 'body', message }]);
  }
  const logs: NumberedLog[] = [];
  const details: ErrorDetail[] = [];
  for (const { line, content } of lines) {
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

function parsed(content: string): { json: unknown } | { problem: string } {
  if (Buffer.byteLength(content) > LINE_LIMIT) return { problem: `is over ${LINE_LIMIT} bytes` };
  try {
    return { json: JSON.parse(content) };
  } catch {
    return { problem: 'is not JSON' };
  }
}
