import { readAttributeEntry } from '../source/attribute-entry.ts';
import { type AttributeList, parseAttributeList } from '../source/attribute-list.ts';
import { replaceReferences } from '../source/attribute-references.ts';
import type { DocumentAttributes } from '../source/document-attributes.ts';
import type { LineReader } from '../source/line-reader.ts';
import { type AsciidocLine, isLineComment } from '../source/source-line.ts';

/** Metadata from the lines above a block. */
export interface BlockMetadata {
  readonly style: string;
  /** Ids of the block. The last id is the anchor of the block; the other ids are aliases. */
  readonly ids: readonly string[];
  /** Link text of references to the block. */
  readonly label: string | undefined;
  readonly options: ReadonlySet<string>;
  readonly positional: readonly string[];
  readonly named: ReadonlyMap<string, string>;
  readonly title: AsciidocLine | undefined;
}

/** Empty metadata, for a block without metadata lines. */
export const NO_METADATA: BlockMetadata = {
  style: '',
  ids: [],
  label: undefined,
  options: new Set(),
  positional: [],
  named: new Map(),
  title: undefined,
};

/** Matches a block attribute line: an anchor, or a list that begins with a name, shorthand, quoted text or an empty item. */
const ATTRIBUTE_LINE = /^\[(?:[\p{L}\p{N}_.#,"'%{].*|\[[^[\]]{0,300}\])?\]$/u;

export function isAttributeLine(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']') || !ATTRIBUTE_LINE.test(text)) return false;
  // A line such as `[1] and [2]` is text, not a block attribute line.
  const closeIndex = text.indexOf(']');
  return closeIndex === text.length - 1 || text.slice(1, closeIndex).includes('[');
}

/** Returns the text of `.Title`; undefined if the line is not a block title. */
export function parseBlockTitle(text: string): string | undefined {
  return /^\.\.?[^ \t.]/.test(text) ? text.slice(1) : undefined;
}

/** Reads blank lines, comments, attribute entries, and the lines with metadata above a block. */
export function readMetadata(reader: LineReader, attributes: DocumentAttributes): BlockMetadata {
  let title: AsciidocLine | undefined;
  const ids: string[] = [];
  let label: string | undefined;
  let style = '';
  const options = new Set<string>();
  const namedAttributes = new Map<string, string>();
  let positionalAttributes: readonly string[] = [];
  for (let line = reader.peek(); line && line.include === undefined; line = reader.peek()) {
    const { text, from } = line;
    if (text === '' || isLineComment(text)) reader.next();
    else if (readAttributeEntry(reader, attributes)) continue;
    else if (isAttributeLine(text)) {
      reader.next();
      if (text.startsWith('[[')) {
        const innerText = text.slice(2, -2);
        const comma = innerText.indexOf(',');
        ids.push((comma < 0 ? innerText : innerText.slice(0, comma)).trim());
        if (comma >= 0) label = innerText.slice(comma + 1).trim() || label;
        continue;
      }
      const attributeList = readAttributeList(text, from, attributes);
      const firstAttribute = parseShorthand(attributeList.positional[0] ?? '');
      style = firstAttribute.style || style;
      const id = attributeList.named.get('id') ?? firstAttribute.id;
      if (id) ids.push(id);
      label = attributeList.named.get('reftext') ?? label;
      const titleText = attributeList.named.get('title');
      if (titleText) title = { text: titleText, from };
      for (const option of [...firstAttribute.options, ...parseOptions(attributeList.named)]) options.add(option);
      for (const [name, value] of attributeList.named) namedAttributes.set(name, value);
      if (attributeList.positional.length > 0) positionalAttributes = attributeList.positional;
    } else {
      const titleText = parseBlockTitle(text);
      if (titleText === undefined) break;
      reader.next();
      title = { text: titleText, from };
    }
  }
  return { style, ids, label, options, positional: positionalAttributes, named: namedAttributes, title };
}

/** Combines the metadata of one block from two positions. The lower position takes precedence. */
export function combineMetadata(upper: BlockMetadata, lower: BlockMetadata): BlockMetadata {
  return {
    style: lower.style || upper.style,
    ids: [...upper.ids, ...lower.ids],
    label: lower.label ?? upper.label,
    options: new Set([...upper.options, ...lower.options]),
    positional: lower.positional.length > 0 ? lower.positional : upper.positional,
    named: new Map([...upper.named, ...lower.named]),
    title: lower.title ?? upper.title,
  };
}

function readAttributeList(text: string, from: number, attributes: DocumentAttributes): AttributeList {
  const innerText = text.slice(1, -1);
  return parseAttributeList(replaceReferences(innerText, (name) => attributes.get(name, from)));
}

/** Parses a shorthand such as `style#id.role%option`. */
function parseShorthand(text: string): { style: string; id: string | undefined; options: string[] } {
  const parts = text.split(/(?=[#.%])/);
  const options: string[] = [];
  let id: string | undefined;
  let style = '';
  for (const part of parts) {
    if (part.startsWith('#')) id = part.slice(1).trim() || id;
    else if (part.startsWith('%')) options.push(part.slice(1).trim());
    else if (!part.startsWith('.')) style = part.trim();
  }
  return { style, id, options };
}

function parseOptions(named: ReadonlyMap<string, string>): string[] {
  return `${named.get('options') ?? ''},${named.get('opts') ?? ''}`.split(',').map((option) => option.trim());
}
