import { type Entry, getProperty, isObject, listResponses } from '@context-sync/openapi';
import { countMore, formatCode, formatCodes, formatLink, prefixLines } from './inline-markdown.ts';
import { getTextAt } from './json-value.ts';
import { formatLiteral } from './schema-constraints.ts';
import type { Scope } from './schema-scope.ts';
import { computeHeaderKey, SHARED_HEADERS } from './shared-headers.ts';
import { computeResponseKey, SHARED_RESPONSES } from './shared-responses.ts';
import { writeContent, writeHeaders } from './write-content.ts';

const MAX_NAMES = 40;

/**
 * Writes the responses of an operation by status. Each response with content becomes a unit. Other responses form a list, as do error responses that
 * several operations share, which have a separate section.
 */
export function writeResponses(scope: Scope, operation: unknown): void {
  const { writer } = scope;
  const responses = listResponses(scope, operation);
  const listedStatuses: string[] = [];
  const sharedStatuses: string[] = [];
  const omittedStatuses: string[] = [];
  let hasUnits = false;
  for (const [status, value] of responses.slice(0, MAX_NAMES)) {
    const { object, external } = scope.references.dereference(value);
    const isShared = scope.shared.has(computeResponseKey(scope, status, value) ?? '');
    if (external !== undefined) listedStatuses.push(`- ${formatCode(status)}: ${formatLink(external, external)}`);
    else if (isShared) sharedStatuses.push(status);
    else if (writer.hasNoSpace) omittedStatuses.push(status);
    else if (isBare(scope, object) && isShort(formatResponse(object)))
      listedStatuses.push(`- ${formatCode(status)}${prefixLines(': ', formatResponse(object))}`);
    else {
      writeResponse(scope, status, object);
      hasUnits = true;
    }
  }
  if (listedStatuses.length > 0) {
    writer.unit(hasUnits ? 'Further responses' : 'Responses');
    for (const line of listedStatuses) writer.line(line);
    writer.blank();
  }
  if (sharedStatuses.length > 0) writer.paragraph(`Errors: ${formatCodes(sharedStatuses)}, see “${SHARED_RESPONSES}”`);
  const otherCount = responses.length - Math.min(responses.length, MAX_NAMES);
  if (omittedStatuses.length > 0 || otherCount > 0)
    writer.paragraph(`Further responses, not described here: ${formatCodes(omittedStatuses)}${countMore(otherCount)}`);
}

/** Writes a response as a unit. */
export function writeResponse(scope: Scope, status: string, object: unknown): void {
  const { writer } = scope;
  writer.unit(`Response ${formatCode(status)}`);
  writeContent({ ...scope, namesShared: true }, object, formatResponse(object));
  writeResponseHeaders(scope, object);
  writeLinks(scope, object);
  writer.blank();
}

/** Writes the headers of a response. Headers that several operations return are only named, because they have a section of their own. */
function writeResponseHeaders(scope: Scope, object: unknown): void {
  const { writer } = scope;
  const headers = scope.entries(object, 'headers');
  const formatNames = (list: readonly Entry[]) => formatCodes(list.slice(0, MAX_NAMES).map(([name]) => name));
  // If the unit has no space for the headers, it lists at least their names.
  if (headers.length > 0 && writer.full) {
    writer.paragraph(`Headers: ${formatNames(headers)}`);
    return;
  }
  const isShared = (header: Entry) => scope.sharedHeaders.has(computeHeaderKey(scope, header) ?? '');
  const sharedHeaders = headers.filter(isShared);
  if (sharedHeaders.length > 0) writer.paragraph(`${formatHeaderCount(sharedHeaders)}, see “${SHARED_HEADERS}”`);
  const ownHeaders = headers.filter((header) => !isShared(header));
  if (ownHeaders.length === 0) return;
  writer.paragraph(sharedHeaders.length > 0 ? 'Further headers:' : 'Headers:');
  writeHeaders(scope, ownHeaders);
}

function formatHeaderCount(headers: readonly Entry[]): string {
  return headers.length === 1 ? `Header ${formatCode(headers[0]?.[0] ?? '')}` : `${headers.length} headers`;
}

/** Writes the headers that several operations return. */
export function writeSharedHeaders(scope: Scope): void {
  writeHeaders(scope, [...scope.sharedHeaders.values()]);
}

/** Writes the error responses that are identical in several operations. */
export function writeSharedResponses(scope: Scope): void {
  for (const { status, value } of scope.shared.values()) {
    if (scope.writer.hasNoSpace) return;
    writeResponse(scope, status, scope.references.dereference(value).object);
  }
}

function formatResponse(response: unknown): string {
  return [getTextAt(response, 'summary'), getTextAt(response, 'description')].filter(Boolean).join('\n\n');
}

function isShort(text: string): boolean {
  return text.length <= 300 && !text.includes('\n');
}

/** Returns whether the response has only a description. */
function isBare({ entries }: Scope, response: unknown): boolean {
  return ['headers', 'content', 'links'].every((key) => entries(response, key).length === 0);
}

/** Writes the links, which describe further requests that use values of the response. */
function writeLinks(scope: Scope, response: unknown): void {
  const { writer } = scope;
  for (const [name, value] of scope.entries(response, 'links')) {
    if (writer.full) return;
    const { object, external } = scope.references.dereference(value);
    const target = getTextAt(object, 'operationId') || getTextAt(object, 'operationRef') || external || '';
    const linkParameters = scope
      .entries(object, 'parameters')
      .slice(0, MAX_NAMES)
      .map(([parameter, expression]) => `${formatCode(parameter)} = ${formatLiteral(expression)}`);
    const body = getProperty(object, 'requestBody');
    if (isObject(object) && body !== undefined) linkParameters.push(`body = ${formatLiteral(body)}`);
    const linkTarget = external === undefined ? formatCode(target) : formatLink(external, external);
    const inputs = linkParameters.length === 0 ? '' : ` with ${linkParameters.join(', ')}`;
    writer.line(
      `- link ${formatCode(name)} to ${linkTarget}${inputs}${prefixLines(': ', getTextAt(object, 'description'))}`,
    );
  }
}
