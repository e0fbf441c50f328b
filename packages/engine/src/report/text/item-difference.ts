import { removeSourceLine } from '@context-sync/sync';
import { diffWords } from '../../review/word-diff.ts';
import { formatDiffBlock } from './diff-block.ts';

const FIRST_LINE = /^[^\n]*\n+/;

/** Formats the difference of the contents of an item. */
export function formatDifference(before: string, after: string, limit: number): string {
  const [oldText, newText] = [getBody(before), getBody(after)];
  const parts = diffWords(oldText, newText);
  if (parts) return formatDiffBlock(parts, limit);
  const half = Math.floor(limit / 2);
  return formatDiffBlock(
    [
      { kind: 'removed', text: `${oldText.slice(0, half)}…\n` },
      { kind: 'added', text: `${newText.slice(0, half)}…` },
    ],
    limit + 10,
  );
}

/** Returns the text of an item without its heading, which the title above the difference repeats, and without its source URL. */
function getBody(content: string): string {
  return removeSourceLine(content).replace(FIRST_LINE, '');
}
