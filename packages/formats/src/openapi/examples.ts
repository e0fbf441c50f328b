import { truncate } from '@context-sync/base';
import { isObject, property } from '@context-sync/openapi';
import { after, code, link } from './inline-markdown.ts';
import { jsonText } from './json-text.ts';
import { placeOf } from './schema-list.ts';
import { type Description, follow, type Scope } from './scope.ts';
import { clean, textAt } from './value.ts';

/** An example from the document. The writer never invents examples. */
export interface Example {
  /** Key of the example, if the example has a key. */
  readonly name: string;
  readonly note: string;
  readonly value: unknown;
  /** URL of an external example. */
  readonly address: string;
}

/** Maximum numbers of examples that are described and written in full. */
const COUNT_LIMIT = 50;
const EXAMPLE_LIMIT = 6;
const LENGTH_LIMIT = 8_000;

/** Returns the examples of a media type, parameter or header. If it has no examples, returns those of its schema. */
export function examplesOf(description: Description, holder: unknown): Example[] {
  const named = description.entries(holder, 'examples');
  if (named.length > 0) return named.slice(0, COUNT_LIMIT).map(([name, value]) => exampleOf(description, name, value));
  if (isObject(holder) && Object.hasOwn(holder, 'example')) return [plain(property(holder, 'example'))];
  const { keywords } = description.schemas.view(property(holder, 'schema') ?? property(holder, 'itemSchema'));
  const several = keywords.get('examples');
  if (Array.isArray(several)) return several.slice(0, COUNT_LIMIT).map(plain);
  return keywords.has('example') ? [plain(keywords.get('example'))] : [];
}

function plain(value: unknown): Example {
  return { name: '', note: '', value, address: '' };
}

function exampleOf(description: Description, name: string, given: unknown): Example {
  const { object, external = '' } = follow(description, given);
  const keys = ['value', 'dataValue', 'serializedValue'];
  const key = keys.find((each) => isObject(object) && Object.hasOwn(object, each));
  const note = [textAt(object, 'summary'), textAt(object, 'description')].filter(Boolean).join('. ');
  return {
    name,
    note,
    value: key === undefined ? undefined : property(object, key),
    address: external || textAt(object, 'externalValue'),
  };
}

/** Writes examples as fences; `media` is their media type. */
export function writeExamples({ sheet, examples: known }: Scope, examples: readonly Example[], media: string): void {
  if (examples.length > 0) sheet.extend();
  let shown = 0;
  for (const { name, note, value, address } of examples) {
    if (shown >= EXAMPLE_LIMIT || sheet.full) break;
    shown += 1;
    if (value === undefined && address === '') continue;
    const label = `Example${name === '' ? '' : ` ${code(name)}`}${media === '' ? '' : ` (${code(media)})`}${after(' – ', note)}`;
    if (value === undefined) {
      sheet.paragraph(`${label}: ${link(address, address)}`);
      continue;
    }
    if (known.has(value)) {
      sheet.paragraph(`${label}: ${placeOf(sheet, known.get(value))}`);
      continue;
    }
    // Only objects can be compared by identity.
    if (typeof value === 'object') known.set(value, sheet.unitName);
    const { info, text, whole } = textOf(value, media);
    sheet.paragraph(`${label}${whole ? '' : ', shortened'}:`);
    sheet.fence(info, text);
  }
  const left = examples.slice(shown).map(({ name }) => (name === '' ? 'one without a name' : code(name)));
  if (left.length > 0) sheet.paragraph(`Examples left out: ${left.join(', ')}`);
}

function textOf(value: unknown, media: string): { info: string; text: string; whole: boolean } {
  const json = media === '' || /json\b/i.test(media);
  // The example is text in another format, or JSON in a string.
  if (typeof value === 'string' && (!json || /^\s*[{[]/.test(value))) {
    const text = clean(value);
    const info = json
      ? 'json'
      : (/(?:^|[/+.-])(xml|html|yaml|csv|markdown)\b/i.exec(media)?.[1]?.toLowerCase() ?? 'text');
    return { info, text: truncate(text, LENGTH_LIMIT), whole: text.length <= LENGTH_LIMIT };
  }
  return { info: 'json', ...jsonText(value, LENGTH_LIMIT) };
}
