import { elementAt } from '@context-sync/base';
import { escapeLineStart, escapeText } from '../inline/escape.ts';
import { imageMarkdown, LOST_BREAK, toMarkdown } from '../inline/markdown.ts';
import type { InlineScope } from '../inline/scope.ts';
import type { Inline } from '../node.ts';
import type { RstOutput } from './output.ts';

/** Converts inline content to Markdown, with `LOST_BREAK` for removed line breaks. */
export function renderInlineText(parts: readonly Inline[], scope: InlineScope): string {
  return parts.map((part) => renderInline(part, scope)).join('');
}

/** Converts inline content to Markdown on one line. */
export function renderInlineLine(parts: readonly Inline[], scope: InlineScope): string {
  return renderInlineText(parts, scope)
    .replaceAll(LOST_BREAK, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

function renderInline(part: Inline, scope: InlineScope): string {
  if (typeof part === 'string') return part;
  if ('footnote' in part) return escapeText(elementAt(scope.footnotes.all, part.footnote));
  if ('image' in part) return imageMarkdown(part.image, scope);
  const markdown = toMarkdown(part.rst, scope);
  return part.strong ? strong(markdown) : markdown;
}

/** Makes text bold, unless it contains bold text, which would end the bold range. */
function strong(markdown: string): string {
  const breaks = markdown.split(/[\n\0]/).length - 1;
  const text = markdown
    .replaceAll(LOST_BREAK, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  const marked = text === '' || text.includes('**') ? text : `**${text}**`;
  return marked + LOST_BREAK.repeat(breaks);
}

/** Writes inline text line by line, starting at `line` of the document. `firstLine` is the source line of the first output line. */
export function writeText(markdown: string, line: number, out: RstOutput, firstLine = line): void {
  let from = line;
  let isFirst = true;
  for (const marked of markdown.split('\n')) {
    const text = marked.replaceAll(LOST_BREAK, '');
    const trimmed = text.trim();
    if (trimmed !== '') out.line(escapeLineStart(trimmed), isFirst ? firstLine : from);
    isFirst &&= trimmed === '';
    from += 1 + marked.length - text.length;
  }
}
