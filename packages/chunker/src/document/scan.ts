import type { Block } from './block.ts';
import { indentOf, isBlank } from './lines.ts';
import {
  atxHeading,
  closesFence,
  type FenceStart,
  fenceStart,
  htmlBlockEnd,
  isBreak,
  isQuote,
  isTableDelimiter,
  listItem,
  setextLevel,
} from './patterns.ts';

/**
 * Finds the top-level blocks of a Markdown document (CommonMark with GFM tables) in one pass.
 * Blank lines belong to no block, unless they stand inside one.
 */
export function scan(lines: readonly string[], from = 0): Block[] {
  const blocks: Block[] = [];
  let at = from;
  while (at < lines.length) {
    if (isBlank(lines[at] ?? '')) {
      at += 1;
      continue;
    }
    const block = blockAt(lines, at);
    blocks.push(block);
    at = block.end;
  }
  return blocks;
}

function blockAt(lines: readonly string[], start: number): Block {
  const line = lines[start] ?? '';
  const indent = indentOf(line);
  const block = (kind: Block['kind'], end: number): Block => ({ kind, start, end, level: 0, text: '' });
  if (indent > 3) return block('code', endOfIndentedCode(lines, start));
  const fence = fenceStart(line);
  if (fence) return block('fence', endOfFence(lines, start, fence));
  const heading = atxHeading(line);
  if (heading) return { kind: 'heading', start, end: start + 1, ...heading };
  if (isBreak(line)) return block('break', start + 1);
  if (isQuote(line)) return block('quote', endOfQuote(lines, start));
  if (listItem(line)) return block('list', endOfList(lines, start));
  const html = htmlBlockEnd(line);
  if (html) return block('html', endOfHtml(lines, start, html));
  if (isTableDelimiter(lines[start + 1] ?? '', line)) return block('table', endOfParagraph(lines, start + 2));
  return paragraphOrSetext(lines, start);
}

function paragraphOrSetext(lines: readonly string[], start: number): Block {
  let end = start + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    const level = setextLevel(line);
    if (level !== undefined) {
      const text = lines
        .slice(start, end)
        .map((each) => each.trim())
        .join(' ');
      return { kind: 'heading', start, end: end + 1, level, text };
    }
    if (interruptsParagraph(lines, end)) break;
  }
  return { kind: 'paragraph', start, end, level: 0, text: '' };
}

/** Whether the line ends the paragraph above it; an indented line, or a list that starts past 1, does not. */
function interruptsParagraph(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (isBlank(line)) return true;
  if (indentOf(line) > 3) return false;
  if (fenceStart(line) || atxHeading(line) || isBreak(line) || isQuote(line)) return true;
  const item = listItem(line);
  if (item) return (item.ordered === undefined || item.ordered === 1) && line.trim().length > 2;
  return htmlBlockEnd(line, true) !== undefined || isTableDelimiter(lines[at + 1] ?? '', line);
}

function endOfParagraph(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && !interruptsParagraph(lines, end)) end += 1;
  return end;
}

function endOfIndentedCode(lines: readonly string[], start: number): number {
  let end = start + 1;
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line)) continue;
    if (indentOf(line) <= 3) break;
    end = at + 1;
  }
  return end;
}

function endOfFence(lines: readonly string[], start: number, fence: FenceStart): number {
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (indentOf(line) <= 3 && closesFence(line, fence)) return at + 1;
  }
  return lines.length;
}

function endOfQuote(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && (isQuote(lines[end] ?? '') || !interruptsParagraph(lines, end))) end += 1;
  return end;
}

/** A list ends at the first line that is neither indented into an item, nor an item, nor a lazy continuation of one's paragraph. */
function endOfList(lines: readonly string[], start: number): number {
  let content = listItem(lines[start] ?? '')?.content ?? 2;
  let end = start + 1;
  let afterBlank = false;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line)) {
      afterBlank = true;
      continue;
    }
    const indent = indentOf(line);
    // What is indented into an item belongs to it, whatever it is.
    if (indent < content) {
      const item = indent <= 3 && !isBreak(line) ? listItem(line) : undefined;
      if (item) content = item.content;
      else if (afterBlank || interruptsParagraph(lines, at)) break;
    }
    end = at + 1;
    afterBlank = false;
  }
  return end;
}

function endOfHtml(lines: readonly string[], start: number, until: string): number {
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (until === 'blank' ? isBlank(line) : line.toLowerCase().includes(until)) return until === 'blank' ? at : at + 1;
  }
  return lines.length;
}
