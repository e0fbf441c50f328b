import { asText, escaped } from '../inline/escaped.ts';
import { imageMarkdown, LOST_BREAK, toMarkdown } from '../inline/markdown.ts';
import type { InlineScope } from '../inline/scope.ts';
import type { Inline } from '../node.ts';
import type { Out } from './output.ts';

/** Pieces of a line as Markdown, with `LOST_BREAK` for line ends that are gone. */
export function inlineText(pieces: readonly Inline[], scope: InlineScope): string {
  return pieces.map((piece) => pieceText(piece, scope)).join('');
}

/** The same on one line. */
export function inlineLine(pieces: readonly Inline[], scope: InlineScope): string {
  return inlineText(pieces, scope)
    .replaceAll(LOST_BREAK, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

function pieceText(piece: Inline, scope: InlineScope): string {
  if (typeof piece === 'string') return piece;
  if ('footnote' in piece) return escaped(scope.footnotes.all[piece.footnote] ?? '');
  if ('image' in piece) return imageMarkdown(piece.image, scope);
  const markdown = toMarkdown(piece.rst, scope);
  return piece.strong ? strong(markdown) : markdown;
}

/** Strong text within strong text would end it. */
function strong(markdown: string): string {
  const breaks = markdown.split(/[\n\0]/).length - 1;
  const text = markdown
    .replaceAll(LOST_BREAK, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
  const marked = text === '' || text.includes('**') ? text : `**${text}**`;
  return marked + LOST_BREAK.repeat(breaks);
}

/** Writes running text line by line; `line` is that of its first. What stands above in the document may begin the first line. */
export function writeText(markdown: string, line: number, out: Out, firstLine = line): void {
  let from = line;
  let isFirst = true;
  for (const marked of markdown.split('\n')) {
    const text = marked.replaceAll(LOST_BREAK, '');
    const trimmed = text.trim();
    if (trimmed !== '') out.line(asText(trimmed), isFirst ? firstLine : from);
    isFirst &&= trimmed === '';
    from += 1 + marked.length - text.length;
  }
}
