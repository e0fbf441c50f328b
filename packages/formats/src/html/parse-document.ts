import type { Warning } from '@context-sync/reading';
import { parseTree, type Tree } from './parse-tree.ts';

/** Maximum number of times that a document is parsed again because it contains a construct that it never closes. */
const MAX_ATTEMPTS = 3;

/**
 * Parses a document into a tree. If a tag, comment or title is never closed and would hide the rest of the document, removes its opening mark and
 * adds a warning, so that the text is kept.
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
    const repairedText = attempt > MAX_ATTEMPTS ? undefined : repair(text, unclosed, attempt === MAX_ATTEMPTS);
    if (repairedText === undefined) return { ...tree, warnings: [...warnings, ...tree.warnings] };
    text = repairedText;
  }
}

function repair(text: string, { index, what }: NonNullable<Tree['unclosed']>, isLast: boolean): string | undefined {
  const textBefore = text.slice(0, index);
  const remainingText = text.slice(index);
  if (what === 'tag')
    return (
      textBefore +
      (isLast ? remainingText.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : `&lt;${remainingText.slice(1)}`)
    );
  if (what === 'comment') return textBefore + remainingText.replace(/^<!-{0,2}|^<\?/, '');
  // Scripts and styles contain no text for readers.
  if (what !== '<script>' && what !== '<style>')
    return textBefore + remainingText.slice(remainingText.indexOf('>') + 1);
  return undefined;
}
