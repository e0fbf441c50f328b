import type { WantedItem } from '@context-sync/sync';

/** Words for the things that a text can refer to by their position on the page. */
const THING = '(?:example|code|snippet|table|figure|diagram|image|screenshot|list|command|output|block)s?';
const SECTION = '(?:section|chapter|page)s?';

/** Matches references to an example, table or similar before or after the text. It may be in the same item. */
const TO_THING_BEFORE = new RegExp(
  String.raw`\b(?:the |this )?(?:above|preceding|previous) ${THING}\b|\b(?:the|this|these) ${THING} above\b`,
  'gi',
);
const TO_THING_AFTER = new RegExp(String.raw`\b(?:the|this|these) ${THING} below\b|\bthe following ${THING}\b`, 'gi');
/** Matches references to another section by its position. The section is never in the same item, because an item belongs to one section. */
const TO_SECTION = new RegExp(
  String.raw`\b(?:see|in|on|from) the (?:above|previous|preceding|next) ${SECTION}\b|\b(?:as|was|were|is|are) (?:already )?(?:described|discussed|explained|mentioned|shown|noted|defined|seen) (?:above|earlier|previously|before)\b`,
  'gi',
);
/** Matches a line of Markdown that can be the target of such a reference: a fence, a row of a table, an item of a list, an indented block or an image. */
const THING_LINE = /^(?:\s*(?:\x60{3}|~{3}|\||[-*+] |\d+[.)] |!\[)| {4}\S)/m;

/** A reference to something outside of the item, in the words of the item. */
export interface LeaningText {
  readonly text: string;
}

/** Returns the references of an item to something that the item does not contain. */
export function findLeaningTexts({ content }: Pick<WantedItem, 'content'>): LeaningText[] {
  // Links and code are ignored: a link specifies its target, and code is not prose.
  const prose = content
    .replaceAll(/^ {0,3}(\x60{3,}|~{3,})[^\n]*\n[\s\S]*?\n {0,3}\1[^\n]*$/gm, (block) =>
      '```'.padEnd(block.length, ' '),
    )
    .replaceAll(/\[[^\]\n]*\]\([^)\n]*\)/g, (link) => ' '.repeat(link.length));
  const leaningTexts: LeaningText[] = [];
  const add = (pattern: RegExp, isContained: (start: number, end: number) => boolean) => {
    for (const { 0: text, index } of prose.matchAll(pattern)) {
      const isNamed = content.slice(index, index + text.length) !== text;
      if (!isNamed && !isContained(index, index + text.length)) leaningTexts.push({ text });
    }
  };
  add(TO_THING_BEFORE, (start) => THING_LINE.test(prose.slice(0, start)));
  add(TO_THING_AFTER, (_start, end) => THING_LINE.test(prose.slice(end)));
  add(TO_SECTION, () => false);
  return leaningTexts;
}
