import { z } from '@hono/zod-openapi';
import type { ErrorDetail } from '../../platform/errors/errors.ts';
import { createInvalidRequestError, getDetails } from '../../platform/errors/invalid-request.ts';
import { parseJsonBody } from '../../platform/parsing/json-body.ts';
import { getItemTexts, getMemberTexts, joinMembers } from '../../platform/parsing/json-members.ts';
import { MAX_JSON_VALUES, measureJson } from '../../platform/parsing/measure-json.ts';
import { MAX_LOGS_PER_BATCH } from './ingest-limits.ts';
import { MAX_USER_AGENT_CHARS, type NewLog, newLogSchema } from './new-log.ts';

/**
 * Schema of the parts of an HTTP Archive 1.2 that the service reads (http://www.softwareishard.com/blog/har-12-spec/). Other members are allowed,
 * because the format permits custom members everywhere.
 */
export const harSchema = z
  .looseObject({
    log: z.looseObject({
      version: z.string().regex(/^1\.\d+$/, 'must be 1.2, or another version of the same format'),
      entries: z
        .array(
          z.looseObject({
            startedDateTime: z.iso.datetime({ offset: true }),
            time: z.number().nullish(),
            request: z.looseObject({ method: z.string().min(1).max(32), url: z.string().min(1).max(8_192) }),
            response: z.looseObject({ status: z.union([z.literal(0), z.int().min(100).max(599)]) }).nullish(),
          }),
        )
        .min(1)
        .max(MAX_LOGS_PER_BATCH),
    }),
  })
  .meta({ id: 'HttpArchive' });

export interface EntryLog {
  /** Index of the entry in the archive. */
  readonly entry: number;
  readonly log: NewLog;
}

/**
 * Converts an archive to logs, and lists the entries without a response. Browsers record a missing response as null or with status 0.
 * @throws HttpError that lists every invalid entry
 */
export function parseArchive(text: string, groupEmail: string | undefined): { logs: EntryLog[]; skipped: number[] } {
  checkSize(text);
  const { entries } = parseJsonBody(text, harSchema).log;
  const entryTexts = getItemTexts(getMemberText(getMemberText(text, 'log'), 'entries'));
  const logs: EntryLog[] = [];
  const skippedEntries: number[] = [];
  const details: ErrorDetail[] = [];
  for (const [entry, { startedDateTime, time, request, response }] of entries.entries()) {
    if (!response || response.status === 0) {
      skippedEntries.push(entry);
      continue;
    }
    const { method, url, ...sent } = request;
    const { status, ...responseFields } = response;
    const log = {
      status,
      method,
      url,
      groupEmail: groupEmail ?? null,
      timestamp: startedDateTime,
      request: sent,
      response: responseFields,
      // In a HAR file, -1 means that the time is unknown.
      durationMs: typeof time !== 'number' || time < 0 ? null : time,
      userAgent: getUserAgent(sent),
    };
    const logResult = newLogSchema.safeParse(log);
    if (logResult.success) {
      logs.push({ entry, log: { ...logResult.data, ...getMessageTexts(entryTexts[entry] ?? '{}') } });
    } else details.push(...getDetails(`body.log.entries[${entry}]`, { value: log, error: logResult.error }));
  }
  if (details.length > 0) throw createInvalidRequestError(details);
  return { logs, skipped: skippedEntries };
}

/** Returns the request and response of an entry, without the properties that a log stores in separate columns. */
function getMessageTexts(entryText: string): { request: string; response: string } {
  const request = getMemberTexts(getMemberText(entryText, 'request'));
  const response = getMemberTexts(getMemberText(entryText, 'response'));
  for (const name of ['method', 'url']) request.delete(name);
  response.delete('status');
  const timeText = getMemberTexts(entryText).get('time') ?? 'null';
  if (timeText !== 'null') response.set('time', timeText);
  return { request: joinMembers(request), response: joinMembers(response) };
}

const getMemberText = (text: string, name: string) => getMemberTexts(text).get(name) ?? '{}';

/** Returns the User-Agent header of a captured request, or null if there is none. */
function getUserAgent({ headers }: Readonly<Record<string, unknown>>): string | null {
  if (!Array.isArray(headers)) return null;
  const userAgentHeader = headers.find((header) => /^user-agent$/i.test(String(header?.name)))?.value;
  return typeof userAgentHeader === 'string' && userAgentHeader !== ''
    ? userAgentHeader.slice(0, MAX_USER_AGENT_CHARS)
    : null;
}

/** Checks the number of entries and values before parsing. */
function checkSize(text: string): void {
  const { elements: entries, values } = measureJson(text, ['log', 'entries']);
  if (entries > MAX_LOGS_PER_BATCH) {
    const message = `has ${entries} entries; the maximum is ${MAX_LOGS_PER_BATCH}: split it into several archives`;
    throw createInvalidRequestError([{ where: 'body.log.entries', message }]);
  }
  if (values > MAX_JSON_VALUES) {
    const message = `has ${values} JSON values; the maximum is ${MAX_JSON_VALUES}: split the entries into several archives`;
    throw createInvalidRequestError([{ where: 'body', message }]);
  }
}
