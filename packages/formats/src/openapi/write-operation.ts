import {
  getOperations,
  getProperty,
  getSecurity,
  isExtension,
  listAt,
  listResponses,
  listServers,
} from '@context-sync/openapi';
import { formatAddress, formatCode, formatCodes, formatLink, prefixLines, toOneLine } from './inline-markdown.ts';
import { getEntries, getFlagAt, getTextAt, getTextsAt } from './json-value.ts';
import type { Scope } from './schema-scope.ts';
import { formatContent } from './shared-responses.ts';
import { writeContent } from './write-content.ts';
import { writeParameters } from './write-parameters.ts';
import { writeResponses } from './write-responses.ts';
import { describeRequirements } from './write-security.ts';
import { writeServers } from './write-servers.ts';

const MAX_SAMPLES = 8;
const MAX_RESPONSES = 20;

/**
 * Writes the content under an operation's heading: first the request, then the responses. `defaults` contains the security requirements of operations
 * without their own.
 */
export function writeOperation(scope: Scope, path: unknown, operation: unknown, defaults: unknown): void {
  const { writer } = scope;
  if (getFlagAt(operation, 'deprecated')) writer.paragraph('**Deprecated.**');
  for (const text of listTexts(path, operation)) writer.description(text);
  const documentation = formatExternalDocs(operation);
  if (documentation !== '') writer.paragraph(documentation);
  const facts = [
    ...formatFact('Operation', getTextAt(operation, 'operationId')),
    ...(getTextsAt(operation, 'tags').length === 0 ? [] : [`**Tags:** ${formatCodes(getTextsAt(operation, 'tags'))}`]),
  ];
  if (facts.length > 0) writer.paragraph(facts.join(' · '));
  const requirementText = describeRequirements(scope, getSecurity(defaults, operation));
  if (requirementText !== undefined) writer.paragraph(`**Authentication:** ${requirementText}`);
  const servers = listServers(path, operation);
  // Some generators repeat the servers of the API at every path.
  const isOverridden = formatContent(servers) !== formatContent(listServers(scope.root));
  if (isOverridden) writeServers(writer, servers, 'Servers of this operation');
  writeParameters(scope, path, operation);
  writeRequestBody(scope, getProperty(operation, 'requestBody'));
  writeSamples(scope, operation);
  writeResponses(scope, operation);
  writeCallbacks(scope, operation);
}

/** Returns the summary of an operation, or else of its path. */
export function getSummary(operation: unknown, path: unknown): string {
  return getTextAt(operation, 'summary') || getTextAt(path, 'summary');
}

/** Maximum length of a summary in a heading, in UTF-16 code units. */
const MAX_SUMMARY_LENGTH = 70;

/** Shortens a summary for a heading: to its first sentence, or else after a word. */
export function shortenSummary(summary: string): string {
  const line = toOneLine(summary);
  if (line.length <= MAX_SUMMARY_LENGTH) return line;
  const sentence = /^.{10,69}?[.!?:;](?= )/.exec(line)?.[0].slice(0, -1);
  if (sentence !== undefined && isBalanced(sentence)) return sentence;
  const start = line.slice(0, MAX_SUMMARY_LENGTH).replace(/[\s,;:(–-]*\s\S*$/, '');
  return isBalanced(start) && start.length < MAX_SUMMARY_LENGTH ? `${start}…` : line;
}

/** Returns whether a text has no open code span, link or parenthesis. */
function isBalanced(text: string): boolean {
  const count = (mark: string) => text.split(mark).length;
  return count('`') % 2 === 1 && count('[') === count(']') && count('(') === count(')');
}

/** Returns the descriptions of the operation and its path. The heading contains the operation's summary, or else the summary of the path. */
function listTexts(path: unknown, operation: unknown): string[] {
  const [summary = '', ...others] = [getTextAt(operation, 'summary'), getTextAt(path, 'summary')].filter(Boolean);
  const descriptions = [getTextAt(path, 'description'), getTextAt(operation, 'description')];
  const isInHeading = shortenSummary(summary) === toOneLine(summary);
  const isComplete = isInHeading || descriptions.some((text) => text !== summary && text.includes(summary));
  // Many tools repeat the summary as the description.
  const writtenTexts = new Set(['', summary, `${summary}.`]);
  return [...(isComplete ? [] : [summary]), ...[...others, ...descriptions].filter((text) => !writtenTexts.has(text))];
}

function formatFact(label: string, value: string): string[] {
  return value === '' ? [] : [`**${label}:** ${formatCode(value)}`];
}

/** Returns a link to the external documentation. */
export function formatExternalDocs(holder: unknown): string {
  const docs = getProperty(holder, 'externalDocs');
  const url = getTextAt(docs, 'url');
  if (url === '') return '';
  const description = getTextAt(docs, 'description');
  if (description === '' && /^https?:/.test(url)) return `See ${formatAddress(url)}`;
  return `See ${formatLink(description || url, url)}`;
}

function writeRequestBody(scope: Scope, body: unknown, name = 'Request body'): void {
  const { writer } = scope;
  if (body === undefined || writer.hasNoSpace) return;
  const { object, external } = scope.references.dereference(body);
  writer.unit(`${name}${getFlagAt(object, 'required') ? ' (required)' : ''}`);
  if (external !== undefined) writer.paragraph(`See ${formatLink(external, external)}`);
  else {
    writeContent(scope, object, getTextAt(object, 'description'));
  }
}

/** Writes sample calls in several languages. This is the only extension that is for readers. */
function writeSamples({ writer }: Scope, operation: unknown): void {
  const samples = ['x-codeSamples', 'x-code-samples'].flatMap((key) => listAt(operation, key));
  const writtenSamples = samples.slice(0, MAX_SAMPLES).filter((sample) => getTextAt(sample, 'source') !== '');
  if (writtenSamples.length === 0 || writer.hasNoSpace) return;
  writer.unit('Samples');
  for (const sample of writtenSamples) {
    if (writer.full) return;
    const source = getTextAt(sample, 'source');
    const language = getTextAt(sample, 'lang');
    const label = getTextAt(sample, 'label');
    writer.paragraph(`Sample${prefixLines(' – ', label || language)}:`);
    writer.fence(/^[\w+#.-]{1,30}$/.test(language) ? language.toLowerCase() : '', source);
  }
}

/** Writes the callbacks: requests that the API sends to the client. */
function writeCallbacks(scope: Scope, operation: unknown): void {
  const { writer } = scope;
  for (const [name, value] of scope.entries(operation, 'callbacks')) {
    if (writer.hasNoSpace) return;
    const { object, external } = scope.references.dereference(value);
    if (external !== undefined)
      writer.paragraph(`**Callback ${formatCode(name)}** – ${formatLink(external, external)}`);
    for (const [expression, item] of getEntries(object)) {
      if (isExtension(expression)) continue;
      for (const { method, operation: inner } of getOperations(scope.references.dereference(item).object)) {
        if (writer.hasNoSpace) return;
        const text = [getTextAt(inner, 'summary'), getTextAt(inner, 'description')].filter(Boolean).join('\n\n');
        const callback = `Callback ${formatCode(name)}`;
        writer.unit(`${callback}: ${method} ${formatCode(expression)}`);
        writer.description(text);
        writeRequestBody(scope, getProperty(inner, 'requestBody'), `${callback}: request body`);
        const callbackResponses = listResponses(scope, inner)
          .slice(0, MAX_RESPONSES)
          .map(
            ([status, response]) =>
              formatCode(status) +
              prefixLines(' ', getTextAt(scope.references.dereference(response).object, 'description')),
          );
        if (callbackResponses.length > 0) writer.paragraph(`Expected responses: ${callbackResponses.join('; ')}`);
      }
    }
  }
}
