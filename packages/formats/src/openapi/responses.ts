import { isObject, property } from '@context-sync/openapi';
import { literal } from './constraints.ts';
import { writeContent, writeHeaders } from './content.ts';
import { after, code, codes, link, more } from './inline-markdown.ts';
import { follow, type Scope } from './scope.ts';
import { responseKey, SHARED_RESPONSES } from './shared-responses.ts';
import { isExtension, textAt } from './value.ts';

const NAMES = 40;

/**
 * Writes the responses of an operation by status. Each response with content becomes a unit. The others form a list, as do error responses
 * that several operations share, which have a separate section.
 */
export function writeResponses(scope: Scope, operation: unknown): void {
  const { sheet } = scope;
  const responses = scope.entries(operation, 'responses').filter(([status]) => !isExtension(status));
  const listed: string[] = [];
  const left: string[] = [];
  let hasUnits = false;
  for (const [status, value] of responses.slice(0, NAMES)) {
    const { object, external } = follow(scope, value);
    const shared = scope.shared.get(responseKey(scope, status, value) ?? '');
    if (external !== undefined) listed.push(`- ${code(status)}: ${link(external, external)}`);
    else if (shared) listed.push(`- ${code(status)}: ${shared.words}, see “${SHARED_RESPONSES}”`);
    else if (sheet.hasNoRoom) left.push(status);
    else if (isBare(scope, object) && isShort(responseText(object)))
      listed.push(`- ${code(status)}${after(': ', responseText(object))}`);
    else {
      writeResponse(scope, status, object);
      hasUnits = true;
    }
  }
  if (listed.length > 0) {
    sheet.unit(hasUnits ? 'Further responses' : 'Responses');
    for (const line of listed) sheet.line(line);
    sheet.blank();
  }
  const others = responses.length - Math.min(responses.length, NAMES);
  if (left.length > 0 || others > 0)
    sheet.paragraph(`Further responses, not described here: ${codes(left)}${more(others)}`);
}

/** Writes a response as a unit. */
export function writeResponse(scope: Scope, status: string, object: unknown): void {
  const { sheet } = scope;
  sheet.unit(`Response ${code(status)}`);
  writeContent(scope, object, responseText(object));
  const headers = scope.entries(object, 'headers');
  // If the unit has no room for the headers, it lists at least their names.
  if (headers.length > 0)
    sheet.paragraph(sheet.full ? `Headers: ${codes(headers.slice(0, NAMES).map(([name]) => name))}` : 'Headers:');
  writeHeaders(scope, object);
  writeLinks(scope, object);
  sheet.blank();
}

/** Writes the error responses that are identical in several operations. */
export function writeSharedResponses(scope: Scope): void {
  for (const { status, value } of scope.shared.values()) {
    if (scope.sheet.hasNoRoom) return;
    writeResponse(scope, status, follow(scope, value).object);
  }
}

function responseText(response: unknown): string {
  return [textAt(response, 'summary'), textAt(response, 'description')].filter(Boolean).join('\n\n');
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
  const { sheet } = scope;
  for (const [name, value] of scope.entries(response, 'links')) {
    if (sheet.full) return;
    const { object, external } = follow(scope, value);
    const target = textAt(object, 'operationId') || textAt(object, 'operationRef') || external || '';
    const given = scope
      .entries(object, 'parameters')
      .slice(0, NAMES)
      .map(([parameter, expression]) => `${code(parameter)} = ${literal(expression)}`);
    const body = property(object, 'requestBody');
    if (isObject(object) && body !== undefined) given.push(`body = ${literal(body)}`);
    const way = external === undefined ? code(target) : link(external, external);
    const inputs = given.length === 0 ? '' : ` with ${given.join(', ')}`;
    sheet.line(`- link ${code(name)} to ${way}${inputs}${after(': ', textAt(object, 'description'))}`);
  }
}
