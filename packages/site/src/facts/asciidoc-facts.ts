import { getElementAt } from '@context-sync/base';
import type { DocumentFacts, HeadingFact } from './document-facts.ts';

const DELIMITER_PATTERN = /^(-{4,}|\.{4,}|\/{4,}|`{3,})\s*\S*\s*$/;
const HEADING_PATTERN = /^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?\s*$/;
const BLOCK_ID =
  /^\[(?:\[([^\],[]+)(?:,[^\]]*)?\]|[^\]#"=,]*#([^\].,%]+)[^\]]*|(?:[^\]]*,\s*)?id=["']?([^\]"',]+)["']?[^\]]*)\]\s*$/;
const INLINE_ID =
  /\[\[\[?([^\],[\s]+)(?:,[^\]]*)?\]?\]\]|\banchor:([^\s[]+)\[|\[#([\w:.-]+)[^\]]*\]|<a\s+(?:id|name)="([^"]+)"/g;
/** The attributes of a block of tabs. The extension Asciidoctor Tabs gives every tab an ID. */
const TABS_PATTERN = /^\[(?:[^\]]*,\s*)?tabs(?:[#.%,][^\]]*)?\]\s*$/m;
const INCLUDE_PATTERN = /^include::([^[\s]+)\[/;
/** Maximum length of a line that is examined. Longer lines are paragraphs. */
const MAX_LINE_LENGTH = 1_000;
const ALIASES_PATTERN = /^:page-aliases:\s+(.*)$/;

/** Extracts the sections, anchors, aliases and includes of an AsciiDoc document. */
export function readAsciidocFacts(text: string): DocumentFacts {
  const headings: HeadingFact[] = [];
  const ids = new Set<string>();
  const includes: string[] = [];
  let aliases: string[] = [];
  let openDelimiter = '';
  let id: string | undefined;
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = getElementAt(lines, index).slice(0, MAX_LINE_LENGTH).trimEnd();
    const delimiter = DELIMITER_PATTERN.exec(line)?.[1];
    if (openDelimiter !== '') {
      if (delimiter === openDelimiter) openDelimiter = '';
      continue;
    }
    if (delimiter !== undefined) {
      openDelimiter = delimiter;
      id = undefined;
      continue;
    }
    const include = INCLUDE_PATTERN.exec(line)?.[1];
    if (include !== undefined) includes.push(include);
    const aliasText = ALIASES_PATTERN.exec(line)?.[1];
    if (aliasText !== undefined) aliases = joinContinuedLines(lines, index, aliasText);
    const block = BLOCK_ID.exec(line);
    const anchor = block?.[1] ?? block?.[2] ?? block?.[3];
    if (anchor !== undefined) {
      id = anchor.trim();
      ids.add(id);
      continue;
    }
    const [, marks, title = ''] = HEADING_PATTERN.exec(line) ?? [];
    for (const match of line.matchAll(INLINE_ID)) ids.add(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
    if (marks !== undefined) {
      const heading = { text: removeAsciidocMarks(title), level: marks.length };
      headings.push(id === undefined ? heading : { ...heading, id });
    }
    if (line !== '' && !line.startsWith('[') && !line.startsWith('.')) id = undefined;
  }
  ids.delete('');
  // The values of attributes in IDs are known only where the document is included.
  const hasOpenAnchors = [...ids].some((each) => each.includes('{')) || TABS_PATTERN.test(text);
  const title = headings[0]?.text;
  return {
    ...(title === undefined ? {} : { title }),
    ...(headings.length === 0 ? {} : { headings }),
    ...(ids.size === 0 ? {} : { ids: [...ids] }),
    ...(hasOpenAnchors ? { hasOpenAnchors } : {}),
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(includes.length === 0 ? {} : { includes }),
  };
}

/** Returns the comma-separated values of an attribute. The value continues on the next line if a line ends in a backslash. */
function joinContinuedLines(lines: readonly string[], from: number, firstText: string): string[] {
  let value = firstText;
  for (let index = from + 1; value.trimEnd().endsWith('\\') && index < lines.length; index += 1)
    value = `${value.trimEnd().slice(0, -1)} ${getElementAt(lines, index)}`;
  return value
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '');
}

/** Returns the text of a title without anchors and inline markup. */
function removeAsciidocMarks(text: string): string {
  return (
    text
      .replaceAll(/\[\[[^\]]*\]\]/g, '')
      .replaceAll(/(?:https?:\/\/[^\s[]+|\b(?:xref|link):[^\s[]+)\[([^\]]*)\]/g, '$1')
      .replaceAll(/([`*_#])\1(?=\S)(.*?\S)\1\1/g, '$2')
      // A single mark inside of a word is part of the word, as in `lag_sum`.
      .replaceAll(/(?<![\w`*_#])([`*_#])(\S(?:.*?\S)?)\1(?![\w`*_#])/g, '$2')
      .trim()
  );
}
