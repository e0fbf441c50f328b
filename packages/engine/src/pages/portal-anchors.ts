import type { ConvertedPage, PageHeading } from '@context-sync/chunker';
import { replaceOutsideCode, visitProseLines } from '@context-sync/formats';
import type { LinkTarget } from './portal-links.ts';

/** A document with the headings of its page. */
interface AnchoredDocument {
  readonly file: string;
  readonly text: string;
  readonly page: Pick<ConvertedPage, 'headings' | 'markdown'>;
}

interface DocumentAnchors {
  readonly headings: readonly PageHeading[];
  readonly ids: ReadonlySet<string>;
  readonly byTitle: ReadonlyMap<string, string>;
  readonly text: string;
  /** Headings that the text contains as written, with their offsets, in order. Computed when it is first needed. */
  places: readonly { readonly id: string; readonly offset: number }[] | undefined;
  /** The results of earlier searches for the sections of anchors. */
  readonly sections: Map<string, string | undefined>;
}

// Limits of the search for the sections of anchors. Beyond these limits, a link to an anchor becomes a link to the page.
const MAX_TEXT_CHARS = 300_000;
const MAX_HEADINGS = 1_000;
const MAX_SECTIONS = 1_000;
/** Matches an anchor in HTML whose id the service keeps. */
const MARKED_ID = /<a (?:id|name)="([\p{L}\p{N}\p{M}\p{Pc}_-]{1,200})">/gu;
/** Maximum number of characters between an anchor and the heading below it for which the anchor is treated as the heading's anchor. */
const MAX_MARK_CHARS = 200;

/**
 * Creates a function that returns the id of a page's heading for an anchor of the site: the anchor itself, the heading with its title, or the heading
 * of the section that contains it. Returns undefined for an anchor above all headings.
 */
export function createAnchors(documents: readonly AnchoredDocument[]): (target: LinkTarget) => string | undefined {
  const anchors = new Map<string, DocumentAnchors>(
    documents.map(({ file, text, page: { headings, markdown } }) => [
      file,
      {
        headings,
        ids: new Set([...headings.map(({ id }) => id), ...listMarkedIds(markdown)]),
        byTitle: new Map(headings.toReversed().map((heading) => [heading.text, heading.id])),
        text,
        places: undefined,
        sections: new Map(),
      },
    ]),
  );
  return ({ file, anchor = '', title = '' }) => {
    const document = anchors.get(file);
    if (document === undefined || anchor === '') return undefined;
    if (document.ids.has(anchor)) return anchor;
    return document.byTitle.get(title) ?? getSection(document, anchor);
  };
}

/** Returns the ids that the Markdown of a page defines with HTML elements, outside of code. */
function listMarkedIds(markdown: string): readonly string[] {
  const ids: string[] = [];
  if (!markdown.includes('<a ')) return ids;
  visitProseLines(markdown.split('\n'), (line, index) => {
    replaceOutsideCode(line, MARKED_ID, (match = '', id = '') => {
      ids.push(id);
      return match;
    });
    return index;
  });
  return ids;
}

function getSection(document: DocumentAnchors, anchor: string): string | undefined {
  const { text, headings, sections } = document;
  const isLarge = text.length > MAX_TEXT_CHARS || headings.length > MAX_HEADINGS || sections.size >= MAX_SECTIONS;
  if (!sections.has(anchor) && !isLarge) sections.set(anchor, findSection(document, anchor));
  return sections.get(anchor);
}

/** Returns the heading that an anchor in a document belongs to: the heading directly below the anchor, or the nearest one above it. */
function findSection(document: DocumentAnchors, anchor: string): string | undefined {
  const { text } = document;
  const escapedAnchor = anchor.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const mark = new RegExp(
    String.raw`(?:\[\[|\[#|\bid=["']?|\bname=["']?|\{#|\.\. _|anchor:)${escapedAnchor}(?![\w.-]*[\w-])`,
  ).exec(text);
  if (!mark) return undefined;
  document.places ??= findPlaces(document);
  const next = document.places.find(({ offset }) => offset > mark.index);
  const between = next && text.slice(mark.index + mark[0].length, next.offset);
  const isMark = between !== undefined && between.length < MAX_MARK_CHARS && !/\n[ \t]*[^\s#=<*[.]/.test(between);
  return isMark ? next?.id : document.places.findLast(({ offset }) => offset <= mark.index)?.id;
}

function findPlaces({ headings, text }: DocumentAnchors): { readonly id: string; readonly offset: number }[] {
  let from = 0;
  return headings.flatMap((heading) => {
    const escapedHeading = heading.text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    const match = new RegExp(
      String.raw`^[ \t]*(?:[#=]{1,6}[ \t]+|<h\d[^>\n]{0,200}>)?[\`*]{0,2}${escapedHeading}`,
      'gm',
    );
    match.lastIndex = from;
    const headingMatch = match.exec(text);
    if (!headingMatch) return [];
    from = headingMatch.index + headingMatch[0].length;
    return [{ id: heading.id, offset: headingMatch.index }];
  });
}
