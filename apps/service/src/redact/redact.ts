import { isWithinDepth } from '../ingest/json-depth.ts';
import type { NewLogRecord } from '../store/logs.ts';
import { redactText, redactUrl } from './redact-text.ts';
import { REDACTED } from './redacted.ts';
import { sensitiveNames } from './sensitive-names.ts';

export type Redact = (record: NewLogRecord) => NewLogRecord;

/**
 * Takes secrets out of captured requests: what goes by a secret name as a property, as `{name, value}`, in a list of names and values, in
 * a URL, a form, lines of headers, or JSON within a text.
 * @param more names that are secret beside those that always are
 */
export function createRedact(more: readonly string[] = []): Redact {
  const isSecret = sensitiveNames(more);

  function any(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return list(value);
    if (typeof value === 'object' && value !== null) return object(value);
    return value;
  }

  function object(value: object): object {
    const entries = Object.entries(value);
    const named = entries.find(([name, each]) => /^(name|key)$/i.test(name) && typeof each === 'string');
    const secret = named !== undefined && isSecret(String(named[1]));
    return Object.fromEntries(
      entries.map(([name, each]) => [
        name,
        (secret && /^values?$/i.test(name)) || isSecret(name) ? withoutValue(each) : any(each),
      ]),
    );
  }

  /** Names and values may stand in turn, as `rawHeaders` has them, or two by two. */
  function list(values: readonly unknown[]): unknown[] {
    return values.map((each, at) => {
      const before = values[at - 1];
      return typeof before === 'string' && typeof each === 'string' && isSecret(before) ? REDACTED : any(each);
    });
  }

  function text(value: string): string {
    const parsed = parsedOf(value);
    if (parsed === undefined) return redactText(value, isSecret);
    if (!isWithinDepth(parsed)) return REDACTED;
    const clean = JSON.stringify(any(parsed));
    // Left to the letter where there was nothing to take out.
    return clean === JSON.stringify(parsed) ? value : clean;
  }

  return (record) => ({
    ...record,
    url: redactUrl(record.url, isSecret),
    request: any(record.request),
    response: any(record.response),
  });
}

/** What is not there needs no hiding. */
function withoutValue(value: unknown): unknown {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? value : REDACTED;
}

function parsedOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
