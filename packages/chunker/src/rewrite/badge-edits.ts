import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/** Matches an image with an alternative text that comes from a badge service or whose file name identifies it as a badge. */
const BADGE_PATTERN =
  /!\[([^\][\n]{1,200})\]\(<?https?:\/\/(?:[^\s()<>]{0,300}\bbadges?\b|(?:img\.)?shields\.io\/|badgen\.net\/|badge\.)[^\s()<>]{0,500}>?(?:[ \t]+"[^"\n]{0,200}")?\)/y;

/** Replaces badges, such as the status of a build, with their alternative texts, because items contain only text. */
export function createBadgeEdits(draft: ScannedText): TextEdit[] {
  const { text } = draft.lines;
  const edits: TextEdit[] = [];
  visitOutsideCode(draft, '![', (_block, offset) => {
    BADGE_PATTERN.lastIndex = offset;
    const [whole, alt] = BADGE_PATTERN.exec(text) ?? [];
    if (whole === undefined || alt === undefined) return undefined;
    edits.push({ start: offset, end: offset + whole.length, text: alt });
    return offset + whole.length;
  });
  return edits;
}
