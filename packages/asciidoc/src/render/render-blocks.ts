import { createAlertHead, renderFence } from '@context-sync/reading';
import type { Block, Code, Group, Paragraph, Quote, RawBlock } from '../blocks/block-types.ts';
import { escapeLineStart, escapeText } from '../inline/escape-text.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import type { Output } from './block-output.ts';
import { renderList } from './render-list.ts';
import { renderMacro } from './render-macro.ts';
import type { RenderState } from './render-state.ts';
import { renderTable } from './render-table.ts';
import { includeLink, renderText, toBold } from './render-text.ts';

/** Writes blocks as Markdown, separated by blank lines. */
export function renderBlocks(blocks: readonly Block[], out: Output, state: RenderState): void {
  const write = createBlockWriter(out, state);
  for (const block of blocks) {
    out.blank();
    write(block);
  }
}

/**
 * Creates a function that writes one block after another. If a list directly follows another list, it gets different markers, so that Markdown does not join
 * the two lists.
 */
export function createBlockWriter(out: Output, state: RenderState): (block: Block) => void {
  let previousBlock: Block | undefined;
  let useOtherMarkers = false;
  return (block) => {
    const followsList = block.kind === 'list' && !block.title && previousBlock?.kind === 'list';
    useOtherMarkers =
      followsList &&
      (block.style === 'number') === (previousBlock?.kind === 'list' && previousBlock.style === 'number') &&
      !useOtherMarkers;
    previousBlock = block;
    renderBlock(block, out, state, useOtherMarkers);
  };
}

function renderBlock(block: Block, out: Output, state: RenderState, useOtherMarkers: boolean): void {
  if (state.alerts && 'label' in block && block.label !== undefined) {
    renderAlert(block, out, state);
    return;
  }
  if (state.alerts && block.kind === 'group' && block.collapsible !== undefined) {
    renderCollapsible(block, out, state);
    return;
  }
  if (block.kind === 'heading') {
    const { level, text, from, id } = block;
    out.heading(level, escapeHeadingEnd(state.inline.oneLine(text, from).replaceAll('<br>', ' ')), from, id);
    return;
  }
  if ('title' in block && block.title && !('label' in block && block.label)) {
    renderTitle(block.title, out, state);
    out.blank();
  }
  switch (block.kind) {
    case 'paragraph':
      renderParagraph(block, out, state);
      break;
    case 'code':
      renderCode(block, out, state);
      break;
    case 'group':
      renderGroup(block, out, state);
      break;
    case 'quote':
      renderQuote(block, out, state);
      break;
    case 'list':
      renderList(block, out, state, useOtherMarkers, createBlockWriter);
      break;
    case 'table':
      renderTable(block, out, state, renderBlocks);
      break;
    case 'macro':
      renderMacro(block, out, state);
      break;
    case 'include':
      out.line(`Included file: ${includeLink(block, state)}`, block.from);
      break;
    case 'raw':
      renderRaw(block, out);
      break;
    default:
      out.endMarker(block.from);
      out.line('***', block.from);
  }
}

/** Writes HTML unchanged. Text without tags is escaped, so that it is not parsed as Markdown. */
function renderRaw({ lines }: RawBlock, out: Output): void {
  const isHtml = lines.some(({ text }) => text.includes('<'));
  out.endMarker(lines[0]?.from ?? 1);
  for (const { text, from } of lines) out.line(isHtml ? text : escapeLineStart(escapeText(text)), from);
}

/** Escapes a `#` at the end of a heading, which Markdown would remove. */
function escapeHeadingEnd(markdown: string): string {
  return /(?:^|\s)#+$/.test(markdown.slice(-100)) ? `${markdown.slice(0, -1)}\\#` : markdown;
}

function renderTitle({ text, from }: AsciidocLine, out: Output, state: RenderState): void {
  out.line(toBold(state.inline.oneLine(text, from)), from);
}

function renderParagraph(block: Paragraph, out: Output, state: RenderState): void {
  const { lines, label, title, rubric } = block;
  if (rubric) {
    for (const line of lines) renderTitle(line, out, state);
    return;
  }
  let start = '';
  if (label !== undefined) start = `${renderLabel(label, title, state)} `;
  if (label !== undefined && title) {
    out.line(start.trimEnd(), title.from);
    out.blank();
    start = '';
  }
  renderText(lines, out, state, start, block.hardBreaks);
}

/** Writes an admonition as a GitHub alert. */
function renderAlert(block: Paragraph | Code | Group, out: Output, state: RenderState): void {
  const { label = '', title, ...unlabeled } = block;
  const from = title?.from ?? ('from' in block ? block.from : (block.lines[0]?.from ?? 1));
  const head = createAlertHead(label, title && state.inline.oneLine(title.text, title.from));
  out.endMarker(from);
  out.within('> ', '> ', from, () => {
    out.line(head?.mark ?? '[!NOTE]', from);
    if (head && head.title !== '') {
      out.blank();
      out.line(`**${head.title}**`, from);
    }
    out.blank();
    renderBlocks([unlabeled], out, state);
  });
}

/** Writes a block that readers can open and close. Asciidoctor names a block without a title "Details". */
function renderCollapsible({ blocks, title, from, collapsible }: Group, out: Output, state: RenderState): void {
  const text = title === undefined ? 'Details' : state.inline.oneLine(title.text, title.from);
  out.endMarker(from);
  out.line(collapsible === 'open' ? '<details open>' : '<details>', from);
  // Markdown is parsed in a separate paragraph only.
  if (/[*_`[\\<&~]/.test(text)) {
    for (const line of ['<summary>', '', text, '', '</summary>']) out.line(line, title?.from ?? from);
  } else out.line(`<summary>${text}</summary>`, title?.from ?? from);
  out.blank();
  renderBlocks(blocks, out, state);
  out.blank();
  out.line('</details>', from);
}

function renderLabel(label: string, title: AsciidocLine | undefined, state: RenderState): string {
  return title ? `**${label}: ${state.inline.oneLine(title.text, title.from).replaceAll('**', '')}**` : `**${label}:**`;
}

function renderGroup({ blocks, label, title, from }: Group, out: Output, state: RenderState): void {
  if (label === undefined) {
    renderBlocks(blocks, out, state);
    return;
  }
  const [first, ...rest] = blocks;
  if (first?.kind === 'paragraph' && !first.title && first.label === undefined && !first.rubric && !title) {
    renderParagraph({ ...first, label }, out, state);
    if (rest.length > 0) out.blank();
    renderBlocks(rest, out, state);
    return;
  }
  out.line(renderLabel(label, title, state), title?.from ?? from);
  out.blank();
  renderBlocks(blocks, out, state);
}

function renderQuote({ blocks, author, source, from, to }: Quote, out: Output, state: RenderState): void {
  out.endMarker(from);
  out.within('> ', '> ', from, () => {
    renderBlocks(blocks, out, state);
    const signature = [author, source].filter((part) => part !== '').join(', ');
    if (signature === '') return;
    out.blank();
    out.line(`— ${state.inline.oneLine(signature, from)}`, to);
  });
}

function renderCode(block: Code, out: Output, state: RenderState): void {
  const { info, lines, from, substitutions, label, title } = block;
  if (label !== undefined) {
    out.line(renderLabel(label, title, state), title?.from ?? from);
    out.blank();
  }
  // A listing without lines contained only a file that does not exist. Its title names the file; otherwise, a note completes the sentence above it.
  if (lines.every(({ text }) => text === '')) {
    if (label === undefined && !title) out.line('(Code not included)', from);
    return;
  }
  out.endMarker(from);
  const code = lines.map((line) => {
    if (substitutions === 'none' || line.include !== undefined) return line;
    const { inline } = state;
    const text =
      substitutions === 'normal' ? inline.plainCode(line.text, line.from) : inline.resolve(line.text, line.from);
    return { ...line, text };
  });
  for (const line of renderFence(info, code, from)) out.line(line.text, line.from);
}
