import { copyText } from '@context-sync/base';
import { createRedaction } from '@context-sync/redaction';
import type { BodyText } from './body-collector.ts';
import { type CapturedLog, truncateUser } from './captured-log.ts';

const MAX_URL_LENGTH = 8_192;
const MAX_METHOD_LENGTH = 32;
const MAX_ROUTE_LENGTH = 1_024;
const MAX_USER_AGENT_LENGTH = 512;
const MAX_CACHED_TEXTS = 1_000;
/** Maximum length of a cached text. Clients choose most of these texts, so longer ones could take several megabytes. */
const MAX_CACHED_LENGTH = 1_024;

/** Nesting depth of a captured body in a line of the batch: the log, then `request` or `response`, then `body`. */
const NESTING_OF_BODY = 2;

export type WriteLog = (log: CapturedLog) => string;

/** Returns a function that formats a log as one line of JSON, redacted with the same rules as in the service. */
export function createLogWriter(redactedNames: readonly string[], environment: string): WriteLog {
  const redaction = createRedaction(redactedNames);
  const texts = new Map<string, string>();

  /** Redacts a short text that many requests have in common, such as a user agent. */
  function redactShort(text: string): string {
    if (text.length > MAX_CACHED_LENGTH) return redaction.text(text);
    let redactedText = texts.get(text);
    if (redactedText === undefined) {
      const copy = copyText(text);
      redactedText = redaction.text(copy);
      if (texts.size >= MAX_CACHED_TEXTS) texts.clear();
      texts.set(copy, redactedText);
    }
    return redactedText;
  }

  function formatHeaders(headers: Readonly<Record<string, string>>): string {
    return redactShort(JSON.stringify({ headers })).slice(1, -1);
  }

  function formatBody({ text, isJson }: BodyText): string {
    if (isJson) {
      const json = redaction.json(text, NESTING_OF_BODY);
      if (json !== undefined) return removeLineBreaks(json);
    }
    return JSON.stringify(redaction.text(text.toWellFormed()));
  }

  function formatMessageParts(
    headers: Readonly<Record<string, string>> | undefined,
    body: BodyText | undefined,
  ): string[] {
    const members: string[] = [];
    if (headers !== undefined) members.push(formatHeaders(headers));
    if (body !== undefined) members.push(`"body":${formatBody(body)}`);
    if (body?.truncated === true) members.push('"truncated":true');
    return members;
  }

  return (log) => {
    const request = formatMessageParts(log.requestHeaders, log.requestBody);
    const response = formatMessageParts(log.responseHeaders, log.responseBody);
    if (log.aborted) response.push('"aborted":true');
    if (log.delivery !== undefined) response.push(`"recovery":${JSON.stringify(log.delivery)}`);
    const url = redaction.url(log.url.slice(0, MAX_URL_LENGTH).toWellFormed());
    const bodyStart = JSON.stringify({
      ...createFurtherFields(log, environment, redactShort),
      status: log.status,
      method: redactShort(log.method.slice(0, MAX_METHOD_LENGTH)),
      url: url.slice(0, MAX_URL_LENGTH),
      groupEmail: truncateUser(log.user) ?? null,
      timestamp: getTimestamp(log.startedAt),
    });
    return `${bodyStart.slice(0, -1)},"request":${joinMembers(request)},"response":${joinMembers(response)}}`;
  };
}

/** Returns a line with only the fields that every version of the service accepts. The other fields are at the start of the line. */
export function selectSpecifiedFields(line: string): string {
  // In a JSON string, the quotation marks would be escaped, so this text is the property itself.
  const start = line.indexOf('"status":');
  return start < 0 ? line : `{${line.slice(start)}`;
}

let lastSecond = Number.NaN;
let lastSecondText = '';

/** Returns a time in ISO 8601. The formatted second is cached, because logs of the same second differ only in the milliseconds. */
function getTimestamp(ms: number): string {
  const wholeSecond = Math.floor(ms / 1_000);
  if (wholeSecond !== lastSecond) {
    lastSecond = wholeSecond;
    lastSecondText = new Date(wholeSecond * 1_000).toISOString().slice(0, -4);
  }
  return `${lastSecondText}${String(ms - wholeSecond * 1_000).padStart(3, '0')}Z`;
}

/** Replaces the line breaks of JSON, which occur only between tokens. Most JSON texts of an API contain no line breaks. */
const removeLineBreaks = (json: string) =>
  json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]/g, ' ') : json;

const joinMembers = (members: readonly string[]) => (members.length === 0 ? 'null' : `{${members.join(',')}}`);

function createFurtherFields(log: CapturedLog, environment: string, redactShort: (text: string) => string): object {
  const { durationMs, route, userAgent, errorCode, traceId, delivery } = log;
  return {
    durationMs: Math.max(0, Math.round(durationMs * 1_000) / 1_000),
    route: route === undefined ? undefined : redactShort(route.slice(0, MAX_ROUTE_LENGTH).toWellFormed()),
    userAgent: userAgent === undefined ? undefined : redactShort(userAgent.slice(0, MAX_USER_AGENT_LENGTH)),
    errorCode: errorCode === undefined ? undefined : redactShort(errorCode.toWellFormed()),
    environment: redactShort(environment),
    traceId: traceId === undefined ? undefined : redactShort(traceId),
    recoveryHintId: delivery?.hint,
  };
}
