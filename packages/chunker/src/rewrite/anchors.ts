import { type Draft, type Edit, eachOutsideCode } from './edits.ts';

/** An empty element that only gives a place a name. */
const ELEMENT = String.raw`<a\s+(?:id|name)=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"'<>=]{1,200})\s*(?:\/>|>\s*<\/a>)`;
const ANCHOR = new RegExp(`^${ELEMENT}`);
const ANCHORS = new RegExp(ELEMENT, 'g');
const LIMIT = 300;

/** Takes out `<a id="x"></a>` and `<a name="x"></a>`: a reader follows them, but does not see them. */
export function anchorEdits(draft: Draft): Edit[] {
  const edits: Edit[] = [];
  const { text } = draft.lines;
  eachOutsideCode(draft, '<a ', (_, at) => {
    const anchor = ANCHOR.exec(text.slice(at, at + LIMIT))?.[0];
    if (anchor === undefined) return undefined;
    edits.push({ start: at, end: at + anchor.length, text: '' });
    return at + anchor.length;
  });
  return edits;
}

/** The text without them, where there is no code in it. */
export function withoutAnchors(text: string): string {
  return text.includes('<a ') ? text.replaceAll(ANCHORS, '') : text;
}
