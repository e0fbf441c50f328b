import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/** Parts of the pattern for an empty `a` element that only defines an anchor. This part matches the value of an attribute. */
const VALUE = String.raw`(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"'<>=]{1,200})`;
/** Matches an attribute. GitBook adds an `href` that links to the anchor itself. */
const ATTRIBUTE = String.raw`(?:id|name|class)=${VALUE}|href="[^"\n]{0,200}#[^"\n]{0,200}"`;
const ELEMENT = String.raw`<a(?=[^<>\n]{0,400}\s(?:id|name)=)(?:\s+(?:${ATTRIBUTE})){1,4}\s*(?:\/>|>(?:\s|&nbsp;){0,20}<\/a>)`;
const ANCHOR_PATTERN = new RegExp(`^${ELEMENT}`);
const ANCHORS_PATTERN = new RegExp(ELEMENT, 'g');
const MAX_ANCHOR_LENGTH = 600;

/** Matches an empty link with an ID, which is an anchor in MkDocs: `[](){#x}`. */
const EMPTY_LINK = /^\[\]\(\)\{[^{}\n]{1,200}\}/;

/** Removes `<a id="x"></a>`, `<a name="x"></a>` and `[](){#x}`, which readers do not see. */
export function createAnchorEdits(draft: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { text } = draft.lines;
  visitOutsideCode(draft, '<a ', (_, offset) => {
    const anchor = ANCHOR_PATTERN.exec(text.slice(offset, offset + MAX_ANCHOR_LENGTH))?.[0];
    if (anchor === undefined) return undefined;
    edits.push({ start: offset, end: offset + anchor.length, text: '' });
    return offset + anchor.length;
  });
  visitOutsideCode(draft, '[](){', (_, offset) => {
    const anchor = EMPTY_LINK.exec(text.slice(offset, offset + MAX_ANCHOR_LENGTH))?.[0];
    if (anchor === undefined) return undefined;
    edits.push({ start: offset, end: offset + anchor.length, text: '' });
    return offset + anchor.length;
  });
  return edits;
}

/** Returns the text without anchors. The text must not contain code. */
export function removeAnchors(text: string): string {
  return text.includes('<a ') ? text.replaceAll(ANCHORS_PATTERN, '') : text;
}
