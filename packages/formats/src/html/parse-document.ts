import type { Warning } from '../reading/reading.ts';
import { parseTree, type Tree } from './tree.ts';

/** How often a document is read anew because it ends in the midst of something. */
const ATTEMPTS = 3;

/**
 * Reads a document into a tree. Where a tag, a comment or a title is never closed, and so swallows the rest of the document, its mark is taken
 * away, with a warning, so that the text still goes in.
 */
export function parseDocument(source: string): Tree {
  const warnings: Warning[] = [];
  let text = source;
  for (let attempt = 1; ; attempt += 1) {
    const tree = parseTree(text);
    const { unclosed } = tree;
    if (!unclosed) return { ...tree, warnings: [...warnings, ...tree.warnings] };
    warnings.push({
      line: text.slice(0, unclosed.index).split('\n').length,
      message: `this ${unclosed.what} is never closed`,
    });
    const repaired = attempt > ATTEMPTS ? undefined : repair(text, unclosed, attempt === ATTEMPTS);
    if (repaired === undefined) return { ...tree, warnings: [...warnings, ...tree.warnings] };
    text = repaired;
  }
}

function repair(text: string, { index, what }: NonNullable<Tree['unclosed']>, isLast: boolean): string | undefined {
  const before = text.slice(0, index);
  const rest = text.slice(index);
  if (what === 'tag')
    return before + (isLast ? rest.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : `&lt;${rest.slice(1)}`);
  if (what === 'comment') return before + rest.replace(/^<!-{0,2}|^<\?/, '');
  // Code and styles are not for readers anyway.
  if (what !== '<script>' && what !== '<style>') return before + rest.slice(rest.indexOf('>') + 1);
  return undefined;
}
