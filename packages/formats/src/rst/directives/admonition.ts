import { lineAt, trimmed } from '../source.ts';
import { addAll } from './add-all.ts';
import { argumentOf, type DirectiveHandler, spokenOptions } from './directive.ts';

export const ADMONITIONS: Readonly<Record<string, string>> = {
  attention: 'Attention',
  caution: 'Caution',
  danger: 'Danger',
  error: 'Error',
  hint: 'Hint',
  important: 'Important',
  note: 'Note',
  seealso: 'See also',
  tip: 'Tip',
  todo: 'To do',
  warning: 'Warning',
};

export const VERSION_NOTES: Readonly<Record<string, string>> = {
  deprecated: 'Deprecated since version',
  'deprecated-removed': 'Deprecated since version',
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  versionremoved: 'Removed in version',
};

/** Blocks with a title of their own, which stands above them. */
export const TITLED: readonly string[] = [
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

/** Formats of the `only` directive that are not those of a page. */
const OTHER_BUILDS = new Set(['latex', 'latexpdf', 'man', 'texinfo', 'epub', 'gettext', 'confluence']);
const QUOTES = new Set(['epigraph', 'highlights', 'pull-quote']);

/** `**Note:**` before the text, which may begin behind the name of the directive. */
export const addAdmonition: DirectiveHandler = (state, { name, text, line }, into, parse) => {
  const label = ADMONITIONS[name] ?? name;
  into.push({ kind: 'led', lead: [`**${label}:**`], colon: '', nodes: parse(state, text), line });
};

/** The same with a title of its own. */
export const addTitledAdmonition: DirectiveHandler = (state, directive, into, parse) => {
  const rst = argumentOf(directive);
  const lead = [{ rst: /[.:!?]$/.test(rst) ? rst : `${rst}:`, strong: true }];
  into.push({ kind: 'led', lead, colon: '', nodes: parse(state, directive.content), line: directive.line });
};

/** `**Added in version 3.2:**` before the text, which may begin behind the version. */
export const addVersionNote: DirectiveHandler = (state, { name, text, line }, into, parse) => {
  const first = lineAt(text, 0);
  const [version = ''] = first.split(' ', 1);
  const rest = first.slice(version.length).trimStart();
  const [removed = ''] = name === 'deprecated-removed' ? rest.split(' ', 1) : [];
  const body = trimmed({ lines: [rest.slice(removed.length).trimStart(), ...text.lines.slice(1)], first: text.first });
  const nodes = parse(state, body);
  const until = removed === '' ? '' : [', removed in version ', { rst: removed }];
  const lead = ['**', VERSION_NOTES[name] ?? name, ' ', { rst: version }, ...until, nodes.length > 0 ? ':**' : '**'];
  into.push({ kind: 'led', lead, colon: '', nodes, line });
};

export const addTitled: DirectiveHandler = (state, directive, into, parse) => {
  const { name, line, content } = directive;
  if (QUOTES.has(name)) {
    into.push({ kind: 'quote', nodes: parse(state, directive.text) });
    return;
  }
  const rst = argumentOf(directive);
  if (rst !== '') into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line });
  addAll(into, spokenOptions(directive));
  addAll(into, parse(state, content, state.titles));
};

/** Blocks that only group what they hold. */
export const addTransparent: DirectiveHandler = (state, directive, into, parse) => {
  const isForOthers = directive.name === 'only' && OTHER_BUILDS.has(argumentOf(directive));
  const nodes = parse(state, directive.content, state.titles);
  if (!isForOthers) addAll(into, nodes);
};
