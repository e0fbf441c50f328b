import { createAlertHead } from '@context-sync/reading';
import { formatCodeSpan } from '../inline/code-span.ts';
import { getLine, trimBlank } from '../rst-source.ts';
import { addAll } from './append-nodes.ts';
import { type DirectiveHandler, joinArgument, listRelevantOptions } from './directive.ts';

export const ADMONITIONS: Readonly<Record<string, string>> = {
  attention: 'Attention',
  caution: 'Caution',
  danger: 'Danger',
  error: 'Error',
  availability: 'Availability',
  hint: 'Hint',
  'impl-detail': 'Implementation detail',
  important: 'Important',
  note: 'Note',
  seealso: 'See also',
  tip: 'Tip',
  todo: 'To do',
  warning: 'Warning',
};

export const VERSION_NOTES: Readonly<Record<string, string>> = {
  deprecated: 'Deprecated since version',
  'soft-deprecated': 'Soft deprecated since version',
  'deprecated-removed': 'Deprecated since version',
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  versionremoved: 'Removed in version',
};

/** Directives that render a title of their own above the content. */
export const TITLED_BLOCKS: readonly string[] = [
  'card',
  'centered',
  'collapse',
  'details',
  'dropdown',
  'epigraph',
  'grid-item',
  'grid-item-card',
  'group-tab',
  'highlights',
  'pull-quote',
  'rubric',
  'sidebar',
  'tab',
  'tab-item',
  'topic',
];

/** Output formats in `only` directives whose content is not part of the HTML pages. */
const OTHER_FORMATS = new Set(['latex', 'latexpdf', 'man', 'texinfo', 'epub', 'gettext', 'confluence']);
const QUOTES = new Set(['epigraph', 'highlights', 'pull-quote']);

/** Adds `**Note:**` and the text, which may begin on the directive's first line. */
export const addAdmonition: DirectiveHandler = (state, { name, text, line }, into, parse) => {
  const label = ADMONITIONS[name] ?? name;
  const head = state.alerts ? createAlertHead(label) : undefined;
  const alert = head && { mark: head.mark, title: head.title === '' ? [] : [`**${head.title}**`] };
  const nodes = parse(state, text);
  into.push({ kind: 'labeled', label: [`**${label}:**`], colon: '', nodes, line, ...(alert ? { alert } : {}) });
};

/** Adds an admonition whose title is set in the document. */
export const addTitledAdmonition: DirectiveHandler = (state, directive, into, parse) => {
  const { options, content, line } = directive;
  const rst = joinArgument(directive);
  const label = [{ rst: /[.:!?]$/.test(rst) ? rst : `${rst}:`, strong: true }];
  const head = createAlertHead(options.get('class')?.value ?? 'note') ?? createAlertHead('note');
  const alert = state.alerts && head ? { alert: { mark: head.mark, title: [{ rst, strong: true }] } } : {};
  into.push({ kind: 'labeled', label, colon: '', nodes: parse(state, content), line, ...alert });
};

/** Adds `**Added in version 3.2:**` and the text of the directive, which can start on the line of the version. */
export const addVersionNote: DirectiveHandler = (state, { name, text, line }, into, parse) => {
  const firstLine = getLine(text, 0);
  const [version = ''] = firstLine.split(' ', 1);
  const noteText = firstLine.slice(version.length).trimStart();
  const [removed = ''] = name === 'deprecated-removed' ? noteText.split(' ', 1) : [];
  const body = trimBlank({
    lines: [noteText.slice(removed.length).trimStart(), ...text.lines.slice(1)],
    first: text.first,
  });
  const nodes = parse(state, body);
  const removalText = removed === '' ? '' : [', removed in version ', { rst: removed }];
  const label = [
    '**',
    VERSION_NOTES[name] ?? name,
    ' ',
    { rst: version },
    ...removalText,
    nodes.length > 0 ? ':**' : '**',
  ];
  into.push({ kind: 'labeled', label, colon: '', nodes, line });
};

/** Adds a note of CPython about an event for audit hooks: its name, its arguments separated by commas, and the label of its description. */
export const addAuditEvent: DirectiveHandler = (state, { argument, content, line }, into, parse) => {
  const [event = '', names = ''] = argument.join(' ').split(/\s+/);
  const parameters = names
    .split(',')
    .filter((name) => /\w/.test(name))
    .map(formatCodeSpan);
  const parameterList =
    parameters.length < 2 ? parameters.join('') : `${parameters.slice(0, -1).join(', ')} and ${parameters.at(-1)}`;
  const words =
    parameters.length === 0 ? 'no arguments' : `${parameters.length === 1 ? 'argument' : 'arguments'} ${parameterList}`;
  if (event !== '')
    into.push({ kind: 'paragraph', text: [`Raises an auditing event ${formatCodeSpan(event)} with ${words}.`], line });
  addAll(into, parse(state, content));
};

export const addTitled: DirectiveHandler = (state, directive, into, parse) => {
  const { name, line, content } = directive;
  if (QUOTES.has(name)) {
    into.push({ kind: 'quote', nodes: parse(state, directive.text) });
    return;
  }
  const rst = joinArgument(directive);
  if (rst !== '') into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line });
  addAll(into, listRelevantOptions(directive));
  addAll(into, parse(state, content, state.titles));
};

/** Adds the content of directives that only group their content. */
export const addTransparent: DirectiveHandler = (state, directive, into, parse) => {
  const isOtherFormat = directive.name === 'only' && OTHER_FORMATS.has(joinArgument(directive));
  const nodes = parse(state, directive.content, state.titles);
  if (!isOtherFormat) addAll(into, nodes);
};
