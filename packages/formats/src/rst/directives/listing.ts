import { termOf } from '../blocks/text.ts';
import { codeSpan } from '../inline/code-span.ts';
import { documentPath, titleAndTarget } from '../inline/document-link.ts';
import { link } from '../inline/link.ts';
import type { Led, ListItem } from '../node.ts';
import { dedented, endOfIndented, lineAt, skipBlank } from '../source.ts';
import { type DirectiveHandler, optionOf } from './directive.ts';

/** The pages below this one, as a list of links. A hidden one is not shown, and patterns name no page. */
export const addContentsTree: DirectiveHandler = (_state, directive, into) => {
  const { options, text, line } = directive;
  if (options.has('hidden')) return;
  const items: ListItem[] = [];
  text.lines.forEach((entry, index) => {
    const { title, target } = titleAndTarget(entry.trim());
    if (target === '' || target === 'self' || /[*?]/.test(target)) return;
    const from = text.first + index;
    items.push({
      marker: '- ',
      nodes: [
        {
          kind: 'paragraph',
          text: [link(title ?? target.replace(/\.(?:rst|md)$/, ''), documentPath(target))],
          line: from,
        },
      ],
      line: from,
    });
  });
  if (items.length === 0) return;
  const rst = optionOf(directive, 'caption');
  if (rst !== undefined) into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line });
  into.push({ kind: 'list', items });
};

/** Names of things that are described on pages of their own. */
export const addNames: DirectiveHandler = (_state, { content }, into) => {
  const items: ListItem[] = [];
  content.lines.forEach((entry, index) => {
    const name = entry.trim().replace(/^~/, '');
    if (name === '' || name.startsWith('..')) return;
    const line = content.first + index;
    items.push({ marker: '- ', nodes: [{ kind: 'paragraph', text: [codeSpan(name)], line }], line });
  });
  if (items.length > 0) into.push({ kind: 'list', items });
};

/** Terms, of which several may share the definition below them. */
export const addGlossary: DirectiveHandler = (state, { text }, into, parse) => {
  const entries: Led[] = [];
  let at = skipBlank(text, 0);
  while (at < text.lines.length) {
    const start = at;
    const lead: Led['lead'][number][] = [];
    while (at < text.lines.length && !lineAt(text, at).startsWith(' ')) {
      const term = lineAt(text, at);
      if (term !== '' && !term.startsWith('.. ')) lead.push(...(lead.length > 0 ? [', '] : []), ...termOf(term));
      at += 1;
    }
    const end = endOfIndented(text, at);
    const nodes = parse(state, dedented(text, at, end));
    entries.push({ kind: 'led', lead, colon: ':', nodes, line: text.first + start });
    at = skipBlank(text, end);
  }
  if (entries.length > 0) into.push({ kind: 'entries', entries });
};

/** Lines that stay lines. */
export const addLines: DirectiveHandler = (_state, { text }, into) => {
  const lines = text.lines.map((rst, index) => ({ text: [{ rst }], line: text.first + index }));
  if (lines.length > 0) into.push({ kind: 'lines', lines });
};
