import { truncate } from '@context-sync/base';
import { getProperty, listExamples, type NamedExample } from '@context-sync/openapi';
import { formatCode, formatLink, prefixLines } from './inline-markdown.ts';
import { formatJson } from './json-text.ts';
import { cleanText, getTextAt } from './json-value.ts';
import { getPlace } from './schema-list.ts';
import type { Description, Scope } from './schema-scope.ts';

/** An example from the document. The writer never invents examples. */
export interface Example {
  /** Key of the example, if the example has a key. */
  readonly name: string;
  readonly note: string;
  readonly value: unknown;
  /** URL of an external example. */
  readonly address: string;
}

/** Maximum number of examples that are read. */
const COUNT_LIMIT = 50;
const EXAMPLE_LIMIT = 6;
const LENGTH_LIMIT = 8_000;

/** Returns the examples of a media type, parameter or header. If it has no examples, returns the examples of its schema. */
export function getExamples(description: Description, holder: unknown): Example[] {
  const ownExamples = listExamples(description, holder, COUNT_LIMIT);
  if (ownExamples.length > 0 || Object.hasOwn(Object(holder), 'example')) return ownExamples.map(toExample);
  const { keywords } = description.schemas.view(getProperty(holder, 'schema') ?? getProperty(holder, 'itemSchema'));
  const exampleList = keywords.get('examples');
  if (Array.isArray(exampleList)) return exampleList.slice(0, COUNT_LIMIT).map(createPlainExample);
  return keywords.has('example') ? [createPlainExample(keywords.get('example'))] : [];
}

function createPlainExample(value: unknown): Example {
  return { name: '', note: '', value, address: '' };
}

function toExample({ name, object, value, address }: NamedExample): Example {
  const note = [getTextAt(object, 'summary'), getTextAt(object, 'description')].filter(Boolean).join('. ');
  return { name, note, value, address: cleanText(address) };
}

/** Writes examples as fences; `media` is their media type. */
export function writeExamples({ writer, examples: known }: Scope, examples: readonly Example[], media: string): void {
  if (examples.length > 0) writer.extend();
  let writtenCount = 0;
  for (const { name, note, value, address } of examples) {
    if (writtenCount >= EXAMPLE_LIMIT || writer.full) break;
    writtenCount += 1;
    if (value === undefined && address === '') continue;
    const label = `Example${name === '' ? '' : ` ${formatCode(name)}`}${media === '' ? '' : ` (${formatCode(media)})`}${prefixLines(' – ', note)}`;
    if (value === undefined) {
      writer.paragraph(`${label}: ${formatLink(address, address)}`);
      continue;
    }
    if (known.has(value)) {
      writer.paragraph(`${label}: ${getPlace(writer, known.get(value))}`);
      continue;
    }
    // Only objects can be compared by identity.
    if (typeof value === 'object') known.set(value, writer.unitName);
    const { info, text, whole } = getText(value, media);
    writer.paragraph(`${label}${whole ? '' : ', shortened'}:`);
    writer.fence(info, text);
  }
  const omittedNames = examples
    .slice(writtenCount)
    .map(({ name }) => (name === '' ? 'one without a name' : formatCode(name)));
  if (omittedNames.length > 0) writer.paragraph(`Examples omitted: ${omittedNames.join(', ')}`);
}

function getText(value: unknown, media: string): { info: string; text: string; whole: boolean } {
  const json = media === '' || /json\b/i.test(media);
  // The example is text in another format, or JSON in a string.
  if (typeof value === 'string' && (!json || /^\s*[{[]/.test(value))) {
    const text = cleanText(value);
    const info = json
      ? 'json'
      : (/(?:^|[/+.-])(xml|html|yaml|csv|markdown)\b/i.exec(media)?.[1]?.toLowerCase() ?? 'text');
    return { info, text: truncate(text, LENGTH_LIMIT), whole: text.length <= LENGTH_LIMIT };
  }
  return { info: 'json', ...formatJson(value, LENGTH_LIMIT) };
}
