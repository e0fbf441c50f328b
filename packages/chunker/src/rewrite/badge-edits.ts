import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

const BADGE_ADDRESS = String.raw`https?:\/\/(?:[^\s()<>]{0,300}\bbadges?\b|(?:img\.)?shields\.io\/|badgen\.net\/|badge\.)[^\s()<>]{0,500}`;
const BADGE_ADDRESS_PATTERN = new RegExp(`^${BADGE_ADDRESS}$`);

/** Matches an image with an alternative text, if the image comes from a badge service or its file name identifies it as a badge. */
const BADGE_PATTERN = new RegExp(
  String.raw`!\[([^\][\n]{1,200})\]\(<?${BADGE_ADDRESS}>?(?:[ \t]+"[^"\n]{0,200}")?\)`,
  'y',
);

/** Returns whether an image URL is the URL of a badge, such as a build status. */
export function isBadgeAddress(address: string): boolean {
  return BADGE_ADDRESS_PATTERN.test(address);
}

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
