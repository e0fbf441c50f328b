import {
  createReader,
  type DanglingReason,
  getOperations,
  getProperty,
  isObject,
  listPathItems,
  type PathItem,
} from '@context-sync/openapi';
import type { LineRange, OpenapiSource } from '@context-sync/openapi/source';
import { WARNING_LIMIT } from '@context-sync/openapi/source';
import type { MarkdownWriter } from '@context-sync/reading';
import { countMore, escapeLiteralText, formatHeadingText, formatLink } from './inline-markdown.ts';
import { getTextAt } from './json-value.ts';
import { writeSchemaBlock } from './schema-list.ts';
import { type Description, getScope } from './schema-scope.ts';
import { createComponentReference, createSchemas } from './schema-view.ts';
import { createSectionWriter, type SectionWriter } from './section-writer.ts';
import { findSharedHeaders, SHARED_HEADERS } from './shared-headers.ts';
import { findSharedResponses, SHARED_RESPONSES } from './shared-responses.ts';
import { findSharedSchemas } from './shared-schemas.ts';
import { getExamples, writeExamples } from './write-examples.ts';
import { getSummary, shortenSummary, writeOperation } from './write-operation.ts';
import { writeOverview } from './write-overview.ts';
import { writeSharedHeaders, writeSharedResponses } from './write-responses.ts';

/** Heading level of operations. Each operation becomes one item. */
export const WHOLE_HEADING_LEVEL = 2;
/** Maximum number of UTF-16 code units under one heading. Without this limit, shared schemas would expand a few words to several pages. */
const SHEET_LIMIT = 80_000;
const OVERVIEW_LIMIT = 200_000;
/** Maximum length of the Markdown: one megabyte could become gigabytes if all paths share one large part. */
const computeTotalLimit = (length: number) => 2_000_000 + 3 * length;

interface OpenapiSection {
  readonly level: number;
  /** Heading as inline Markdown. If empty, no heading is written. */
  readonly heading: string;
  /** The anchor from the document. */
  readonly id?: string;
  readonly range: LineRange;
  readonly limit?: number;
  readonly unitLimit?: number;
  write(writer: SectionWriter): void;
}

/**
 * Writes an OpenAPI document as Markdown; `length` is the length of its text. Omits operations that consist only of a reference in `missingNames`, because
 * their content is unknown.
 */
export function writeDescription(
  writer: MarkdownWriter,
  source: OpenapiSource,
  length: number,
  missingNames: ReadonlySet<string> = new Set(),
): void {
  const { root } = source;
  let charsLeft = computeTotalLimit(length);
  let line = 1;
  let danglingCount = 0;
  const onDangling = (reference: string, reason: DanglingReason) => {
    danglingCount += 1;
    if (danglingCount > WARNING_LIMIT) return;
    const problem = reason === 'missing' ? 'does not exist' : 'refers to itself';
    writer.warn(source.lineOfReference(reference) ?? line, `the reference ${JSON.stringify(reference)} ${problem}`);
  };
  // The search uses separate caches, because it must not report references or count schemas as used before they are written.
  const searchedDescription = createDocument(root);
  const operations = [...getOperationValues(searchedDescription)];
  const sharedResponses = findSharedResponses(searchedDescription, operations);
  const sharedHeaders = findSharedHeaders(searchedDescription, operations);
  const description: Description = {
    ...createDocument(root, onDangling),
    shared: sharedResponses,
    sharedHeaders,
    sharedSchemas: findSharedSchemas(root),
  };

  function addSection({ level, heading, id = '', range, limit = SHEET_LIMIT, unitLimit, write }: OpenapiSection): void {
    [line] = range;
    const sectionWriter = createSectionWriter(Math.min(limit, charsLeft), unitLimit);
    if (charsLeft > 0) write(sectionWriter);
    else sectionWriter.paragraph('The OpenAPI document is too long to describe this in detail.');
    if (heading !== '') writer.heading(level, heading, line, /^[\w:.-]{1,200}$/.test(id) ? id : undefined);
    spreadLines(writer, sectionWriter.lines, range);
    const previous = charsLeft;
    charsLeft -= sectionWriter.size;
    if (previous > 0 && charsLeft <= 0)
      writer.warn(
        line,
        'the OpenAPI document is too long: from here on, only the names of operations and schemas are listed',
      );
  }

  const title = getTextAt(getProperty(root, 'info'), 'title');
  const start = source.lines(['info']) ?? [1, 1];
  if (title === '') writer.warn(start[0], 'the OpenAPI document has no title (`info.title`)');
  addSection({
    level: 1,
    heading: formatHeadingText(title),
    range: start,
    limit: OVERVIEW_LIMIT,
    write: (writer) => writeOverview(writer, description),
  });

  for (const pathItem of listPathItems(description)) {
    line = source.lines([pathItem.group, pathItem.key])?.[0] ?? line;
    for (const part of createPathSections(description, pathItem)) {
      if (part.external !== undefined && missingNames.has(part.external)) continue;
      addSection({ ...part, range: source.lines(part.place) ?? source.lines(part.place.slice(0, 2)) ?? start });
    }
  }

  for (const section of listSharedSections(description, source, start)) addSection(section);
  for (const name of listUnwritten(description)) addSection(createSchemaSection(description, source, name, start));
}

/** Returns the sections with the content that several operations share. */
function listSharedSections(description: Description, source: OpenapiSource, start: LineRange): OpenapiSection[] {
  const { shared, sharedHeaders } = description;
  const getRange = (kind: string) => source.lines(['components', kind]) ?? source.lines(['components']) ?? start;
  const responses: OpenapiSection = {
    level: WHOLE_HEADING_LEVEL,
    heading: SHARED_RESPONSES,
    range: getRange('responses'),
    limit: OVERVIEW_LIMIT,
    write: (writer) => writeSharedResponses(getScope(description, writer)),
  };
  const headers: OpenapiSection = {
    level: WHOLE_HEADING_LEVEL,
    heading: SHARED_HEADERS,
    range: getRange('headers'),
    write: (writer) => writeSharedHeaders(getScope(description, writer)),
  };
  return [...(shared.size > 0 ? [responses] : []), ...(sharedHeaders.size > 0 ? [headers] : [])];
}

function createSchemaSection(
  description: Description,
  source: OpenapiSource,
  name: string,
  start: LineRange,
): OpenapiSection {
  return {
    level: WHOLE_HEADING_LEVEL,
    heading: `Schema ${escapeLiteralText(name)}`,
    range: source.lines(['components', 'schemas', name]) ?? source.lines(['components']) ?? start,
    unitLimit: SHEET_LIMIT,
    write: (writer) => {
      const scope = getScope(description, writer, '', true);
      const schema = createComponentReference(name);
      writeSchemaBlock(scope, schema, '');
      writeUsers(writer, description.bodies.get(name));
      writeExamples(scope, getExamples(description, { schema }), '');
    },
  };
}

function createDocument(root: unknown, onDangling?: Parameters<typeof createReader>[1]): Description {
  const reader = createReader(root, onDangling);
  const schemas = createSchemas(reader.references, reader.entries);
  const sets = { written: new Set<string>(), elided: new Set<string>(), bodies: new Map(), texts: new Set<string>() };
  const shared = { shared: new Map(), sharedHeaders: new Map(), sharedSchemas: new Set<string>() };
  return { ...reader, schemas, ...sets, ...shared, contentTexts: new WeakMap() };
}

/** Returns all operations of the document. */
function* getOperationValues(description: Description): Generator<unknown> {
  for (const { item } of listPathItems(description))
    for (const { operation } of getOperations(item)) yield description.references.dereference(operation).object;
}

/** Returns the operations of a path or webhook, each with its keys in the document. */
function createPathSections(
  description: Description,
  { group, key: path, item, external }: PathItem,
): (Omit<OpenapiSection, 'range'> & { readonly place: readonly string[]; readonly external?: string | undefined })[] {
  const operations = getOperations(item);
  const nameOperation = (method: string) => {
    if (group === 'paths') return `${escapeLiteralText(method)} ${escapeLiteralText(path)}`.trim();
    return `Webhook ${escapeLiteralText(path)}${method === '' ? '' : ` (${escapeLiteralText(method)})`}`;
  };
  const headOperation = (method: string, holder: unknown) => {
    const summary = formatHeadingText(shortenSummary(getSummary(holder, item)));
    return summary === '' ? nameOperation(method) : `${nameOperation(method)} – ${summary}`;
  };
  if (operations.length === 0 && (external !== undefined || getTextAt(item, 'description') !== '')) {
    const write = (writer: SectionWriter) => {
      if (external !== undefined) writer.paragraph(`Described in ${formatLink(external, external)}`);
      writer.description(getTextAt(item, 'description'));
    };
    return [{ level: WHOLE_HEADING_LEVEL, heading: headOperation('', item), place: [group, path], external, write }];
  }
  return operations.map(({ method, operation: own, keys }) => {
    const { object: operation, external } = description.references.dereference(own);
    const heading = headOperation(method, operation);
    const write = (writer: SectionWriter) => {
      if (external !== undefined) {
        writer.paragraph(`Described in ${formatLink(external, external)}`);
        return;
      }
      if (group === 'webhooks')
        writer.paragraph('The API sends this request to the address that is registered for it.');
      // The credentials of clients do not apply to requests that the API sends.
      const security = group === 'paths' ? description.root : undefined;
      writeOperation(getScope(description, writer, heading), item, operation, security);
    };
    const id = getTextAt(operation, 'operationId');
    return {
      level: WHOLE_HEADING_LEVEL,
      heading,
      id,
      place: [group, path, ...keys],
      external,
      write,
    };
  });
}

/** Yields the names of component schemas without a written structure, and of component schemas that are not used. */
function* listUnwritten({ root, references, written, elided }: Description): Generator<string> {
  const schemas = getProperty(getProperty(root, 'components'), 'schemas');
  if (!isObject(schemas)) return;
  const writtenNames = new Set<string>();
  // Writing these schemas may add names of further schemas, and may omit parts of other schemas.
  const listNamed = function* () {
    for (let count = -1; count < writtenNames.size; ) {
      count = writtenNames.size;
      for (const name of elided) {
        if (written.has(name) || writtenNames.has(name) || !Object.hasOwn(schemas, name)) continue;
        writtenNames.add(name);
        yield name;
      }
    }
  };
  yield* listNamed();
  for (const name of Object.keys(schemas)) {
    if (references.used.has(name) || writtenNames.has(name)) continue;
    writtenNames.add(name);
    yield name;
  }
  yield* listNamed();
}

/** Maximum number of operations that the section of a schema lists. */
const MAX_USERS = 8;

/** Lists the operations whose bodies a schema describes, so that a search for an operation also finds the schema. */
function writeUsers(writer: SectionWriter, headings: ReadonlySet<string> = new Set()): void {
  if (headings.size === 0) return;
  const users = [...headings].slice(0, MAX_USERS).join('; ');
  writer.paragraph(`Body of: ${users}${countMore(headings.size - MAX_USERS)}`);
}

/** Adds the lines of a section. The source of each line within it is unknown, so the writer distributes them evenly over the section's lines. */
function spreadLines(writer: MarkdownWriter, lines: readonly string[], [first, last]: LineRange): void {
  for (const [index, text] of lines.entries()) {
    writer.raw(text, first + Math.floor(((last - first) * (index + 1)) / lines.length));
  }
}
