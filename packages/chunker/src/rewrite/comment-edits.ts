import { getKind, HEADING } from '../scan/scanned-blocks.ts';
import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

const INCLUDE_PATTERN = /^<!--\s*@include:\s*([^\s>]+)/;

/** Matches a comment from which Material for MkDocs renders metadata of a setting or section, such as the version that introduced it. */
const FACT_PATTERN = /^<!-- md:([a-z]+)(?:[ \t]+([^\n<>]*?))?[ \t]*-->$/;

/** Matches a heading id: a comment with a single word at the end of a heading. */
const ID_PATTERN = /^\{\/\*\s*[\w:.-]+\s*\*\/\}[ \t]*(?:\n|$)/;
const MAX_ID_LENGTH = 300;
const MAX_FACT_LENGTH = 300;

/** Removes HTML comments `<!-- -->` and MDX comments `{/* *\/}`. A comment that is never closed stays as text. */
export function createCommentEdits(draft: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { text } = draft.lines;
  const endByMark = new Map<string, number>();
  /** Returns the end of the comment at `offset`; negative if the comment is never closed, in which case no later comment is closed either. */
  const findEnd = (mark: string, offset: number): number => {
    const knownEnd = endByMark.get(mark) ?? 0;
    if (knownEnd < 0) return knownEnd;
    const end = knownEnd >= offset ? knownEnd : text.indexOf(mark, offset);
    endByMark.set(mark, end);
    return end;
  };
  visitOutsideCode(draft, '<!--', (_, offset) => {
    const end = findEnd('-->', offset + 2);
    if (end < 0) return text.length;
    const includedPath = INCLUDE_PATTERN.exec(text.slice(offset, Math.min(end, offset + 500)))?.[1];
    const fact =
      includedPath === undefined
        ? findFact(text.slice(offset, Math.min(end + 3, offset + MAX_FACT_LENGTH)))
        : undefined;
    edits.push({
      start: offset,
      end: end + 3,
      text: includedPath ? `Included: [${includedPath}](${includedPath})` : (fact ?? ''),
    });
    return end + 3;
  });
  visitOutsideCode(draft, '{/*', (block, offset) => {
    if (getKind(draft.blocks, block) === HEADING && ID_PATTERN.test(text.slice(offset, offset + MAX_ID_LENGTH)))
      return undefined;
    const end = findEnd('*/}', offset + 3);
    if (end < 0) return text.length;
    edits.push({ start: offset, end: end + 3, text: '' });
    return end + 3;
  });
  return edits;
}

/** Returns the text of a metadata comment, such as "Version 9.2.0" for `<!-- md:version 9.2.0 -->`. */
function findFact(comment: string): string | undefined {
  const [, kind, value = ''] = comment.startsWith('<!-- md:') ? (FACT_PATTERN.exec(comment) ?? []) : [];
  if (kind === undefined || value === '') return undefined;
  if (kind === 'setting' || kind === 'option') return `\`${value.replaceAll('`', '')}\``;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  return kind === 'version' ? `${name} ${value}` : `${name}: ${value}`;
}
