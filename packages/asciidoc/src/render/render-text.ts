import type { Include } from '../blocks/block-types.ts';
import { encodeDestination, escapeLineStart, escapeText, formatCodeSpan } from '../inline/escape-text.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import type { Output } from './block-output.ts';
import type { RenderState } from './render-state.ts';

/** Returns a link to the included file, or its path as code if the path contains an unknown attribute. */
export function includeLink({ target, from }: Include, state: RenderState): string {
  const path = state.inline.resolve(target, from);
  return path.includes('{') ? formatCodeSpan(path) : `[${escapeText(path, '', '', true)}](${encodeDestination(path)})`;
}

/** Makes text bold, unless it contains bold text. */
export function toBold(markdown: string): string {
  return markdown === '' || markdown.includes('**') || markdown.includes('<strong>') ? markdown : `**${markdown}**`;
}

/** Writes inline text line by line; `start` precedes its first line. */
export function renderText(
  lines: readonly AsciidocLine[],
  out: Output,
  state: RenderState,
  start = '',
  hardBreaks = false,
): void {
  const [first] = lines;
  if (!first) return;
  const markdown = state.inline.markdown(lines.map(({ text }) => text.trim()).join('\n'), first.from).split('\n');
  // Drop lines whose text was removed: an empty line would end the paragraph.
  const textParts = markdown.flatMap((text, index) =>
    text.trim() === ''
      ? []
      : [{ text: text.trim(), from: lines[Math.min(index, lines.length - 1)]?.from ?? first.from }],
  );
  const last = textParts.at(-1);
  let previousLine = start;
  for (const line of textParts) {
    const text = previousLine === '' ? escapeLineStart(line.text) : previousLine + line.text;
    // A hard break after the last line would be rendered as a backslash.
    const textWithoutBreak = line === last && /[^\\]\\$/.test(text.slice(-2)) ? text.slice(0, -1) : text;
    out.line(
      hardBreaks && line !== last && !textWithoutBreak.endsWith('\\') ? `${textWithoutBreak}\\` : textWithoutBreak,
      line.from,
    );
    previousLine = '';
  }
  if (textParts.length === 0 && start !== '') out.line(start.trimEnd(), first.from);
}
