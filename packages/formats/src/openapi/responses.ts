import { isObject, property } from '@context-sync/openapi';
import { literal } from './constraints.ts';
import { writeContent, writeHeaders } from './content.ts';
import { after, code, codes, link, more } from './inline-markdown.ts';
import { follow, type Scope } from './scope.ts';
import { isExtension, textAt } from './value.ts';

const NAMES = 40;

/** Writes the responses of an operation by status. */
export function writeResponses(scope: Scope, operation: unknown): void {
  const { sheet } = scope;
  const responses = scope.entries(operation, 'responses');
  let shown = 0;
  for (const [status, value] of responses) {
    if (sheet.full) break;
    shown += 1;
    if (isExtension(status)) continue;
    const { object, external } = follow(scope, value);
    const label = `Response ${code(status)}`;
    if (external !== undefined) {
      sheet.paragraph(`**${label}** – ${link(external, external)}`);
      continue;
    }
    sheet.lead(`**${label}**`, [textAt(object, 'summary'), textAt(object, 'description')].filter(Boolean).join('\n\n'));
    writeHeaders(scope, object);
    writeContent(scope, object);
    writeLinks(scope, object);
    sheet.blank();
  }
  const left = responses.slice(shown, shown + NAMES).map(([status]) => status);
  if (left.length > 0) {
    sheet.paragraph(`Further responses, not described here: ${codes(left)}${more(responses.length - shown - NAMES)}`);
  }
}

/** Writes the links: what a response can be used for. */
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
