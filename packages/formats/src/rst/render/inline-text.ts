import { getElementAt } from '@context-sync/base';
import { escapeLineStart, escapeText } from '../inline/escape-text.ts';
import { formatImage, LOST_BREAK_MARK, toMarkdown } from '../inline/inline-markdown.ts';
import { getFootnoteId, type InlineScope } from '../inline/inline-scope.ts';
import type { Inline } from '../rst-node.ts';
import type { RstOutput } from './block-output.ts';

/** Converts inline content to Markdown, with `LOST_BREAK_MARK` for removed line breaks. */
export function renderInlineText(parts: readonly Inline[], scope: InlineScope): string {
  return parts.map((part) => renderInline(part, scope)).join('');
}

/** Converts inline content to Markdown on one line. */
export function renderInlineLine(parts: readonly Inline[], scope: InlineScope): string {
  return renderInlineText(parts, scope)
    .replaceAll(LOST_BREAK_MARK, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

function renderInline(part: Inline, scope: InlineScope): string {
  if (typeof part === 'string') return part;
  if ('footnote' in part) return escapeText(getElementAt(scope.footnotes.all, part.footnote));
  if ('footnoteAnchor' in part) {
    const label = getElementAt(scope.footnotes.all, part.footnoteAnchor);
    return scope.linksFootnotes ? `<a id="${getFootnoteId(label)}"></a>` : '';
  }
  if ('image' in part) return formatImage(part.image, scope);
  const markdown = toMarkdown(part.rst, scope);
  return part.strong ? renderStrong(markdown) : markdown;
}

/** Makes text bold, unless it contains bold text, which would end the bold range. */
function renderStrong(markdown: string): string {
  const breakCount = markdown.split(/[\n\0]/).length - 1;
  const text = markdown
    .replaceAll(LOST_BREAK_MARK, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  const strongText = text === '' || text.includes('**') ? text : `**${text}**`;
  return strongText + LOST_BREAK_MARK.repeat(breakCount);
}

/** Writes inline text line by line, starting at `line` of the document. `firstLine` is the source line of the first output line. */
export function writeText(markdown: string, line: number, out: RstOutput, firstLine = line): void {
  let textStart = line;
  let isFirst = true;
  for (const markdownLine of markdown.split('\n')) {
    const text = markdownLine.replaceAll(LOST_BREAK_MARK, '');
    const trimmedText = text.trim();
    if (trimmedText !== '') out.line(escapeLineStart(trimmedText), isFirst ? firstLine : textStart);
    isFirst &&= trimmedText === '';
    textStart += 1 + markdownLine.length - text.length;
  }
}
