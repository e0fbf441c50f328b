import { parseTerm } from '../blocks/text-block.ts';
import { formatCodeSpan } from '../inline/code-span.ts';
import { getDocumentPath, parseTitleAndTarget } from '../inline/document-link.ts';
import { formatLink } from '../inline/markdown-link.ts';
import type { Inline, LabeledBlocks, RstListItem } from '../rst-node.ts';
import { dedentSource, findIndentedEnd, getLine, skipBlank } from '../rst-source.ts';
import { createTermAnchor, removeRstMarks } from '../term-anchor.ts';
import { type DirectiveHandler, getOption } from './directive.ts';

/** Adds the child pages as a list of links. Ignores hidden lists, and patterns, which do not name a page. */
export const addContentsTree: DirectiveHandler = (_state, directive, into) => {
  const { options, text, line } = directive;
  if (options.has('hidden')) return;
  const items: RstListItem[] = [];
  text.lines.forEach((entry, index) => {
    const { title, target } = parseTitleAndTarget(entry.trim());
    if (target === '' || target === 'self' || /[*?]/.test(target)) return;
    const sourceLine = text.first + index;
    items.push({
      marker: '- ',
      nodes: [{ kind: 'paragraph', text: [createPageLink(title, target)], line: sourceLine }],
      line: sourceLine,
    });
  });
  if (items.length === 0) return;
  const rst = getOption(directive, 'caption');
  if (rst !== undefined) into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line });
  into.push({ kind: 'list', items });
};

/** Creates a link to a page. A link without text uses the title of the page. */
function createPageLink(title: string | undefined, target: string): Inline {
  const name = target.replace(/\.(?:rst|md)$/, '');
  if (/[`<>\\]/.test(title ?? name) || /^[a-z]+:/i.test(target))
    return formatLink(title ?? name, getDocumentPath(target));
  return { rst: title === undefined && name === target ? `:doc:\`${name}\`` : `:doc:\`${title ?? name} <${target}>\`` };
}

/** Adds the names of objects that are documented on other pages. */
export const addNames: DirectiveHandler = (_state, { content }, into) => {
  const items: RstListItem[] = [];
  content.lines.forEach((entry, index) => {
    const name = entry.trim().replace(/^~/, '');
    if (name === '' || name.startsWith('..')) return;
    const line = content.first + index;
    items.push({ marker: '- ', nodes: [{ kind: 'paragraph', text: [formatCodeSpan(name)], line }], line });
  });
  if (items.length > 0) into.push({ kind: 'list', items });
};

/** Adds terms with their definitions; several terms can share a definition. Pages of a portal contain an anchor for each term. */
export const addGlossary: DirectiveHandler = (state, { text }, into, parse) => {
  const entries: LabeledBlocks[] = [];
  let position = skipBlank(text, 0);
  while (position < text.lines.length) {
    const start = position;
    const label: LabeledBlocks['label'][number][] = [];
    while (position < text.lines.length && !getLine(text, position).startsWith(' ')) {
      const term = getLine(text, position);
      if (term !== '' && !term.startsWith('.. ')) {
        const anchor = state.alerts
          ? [`<a id="${createTermAnchor(removeRstMarks(term.split(/\s+:\s+/)[0] ?? ''))}"></a>`]
          : [];
        label.push(...(label.length > 0 ? [', '] : []), ...anchor, ...parseTerm(term));
      }
      position += 1;
    }
    const end = findIndentedEnd(text, position);
    const nodes = parse(state, dedentSource(text, position, end));
    entries.push({ kind: 'labeled', label, colon: ':', nodes, line: text.first + start });
    position = skipBlank(text, end);
  }
  if (entries.length > 0) into.push({ kind: 'entries', entries });
};

/** Adds lines with preserved line breaks. */
export const addLines: DirectiveHandler = (_state, { text }, into) => {
  const lines = text.lines.map((rst, index) => ({ text: [{ rst }], line: text.first + index }));
  if (lines.length > 0) into.push({ kind: 'lines', lines });
};
