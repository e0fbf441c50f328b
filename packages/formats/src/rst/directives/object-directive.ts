import { formatCodeSpan } from '../inline/code-span.ts';
import { unescapeText } from '../inline/unescape-text.ts';
import type { ParseBlocks, RstParseState } from '../parse-state.ts';
import type { LineBlock, RstNode } from '../rst-node.ts';
import { addAll } from './append-nodes.ts';
import { type Directive, type DirectiveHandler, getOption, joinArgument, listRelevantOptions } from './directive.ts';
import { createObjectId, getPythonName, isPythonClass } from './object-id.ts';

/** Directives without a domain that describe an object of a program. */
const OBJECT_DIRECTIVES = new Set(
  `2to3fixer abstractmethod attribute autoattribute autoclass autodata autodecorator autoenum autoexception autofunction automethod automodule
   autoproperty awaitablefunction awaitablemethod c:function cfunction class classmethod cmacro cmdoption cmember command confval coroutinefunction coroutinemethod ctype cvar cvariable data data-value
   decorator decoratormethod describe directive django-admin django-admin-option enum enumerator envvar event exception fieldlookup
   function generic interface macro member method module object opcode option pdbcommand property role setting signature
   staticmethod struct templatefilter templatetag type union var variable`.split(/\s+/),
);
/** Kinds of objects that the heading contains before the name. */
const VISIBLE_KINDS = new Set([
  'class',
  'enum',
  'exception',
  'interface',
  'module',
  'property',
  'struct',
  'type',
  'union',
  'concept',
]);
/** Kinds of objects with a value. The type and the value follow the name, as in code. */
const VALUE_KINDS = new Set([
  'attribute',
  'data',
  'property',
  'var',
  'variable',
  'member',
  'autodata',
  'autoattribute',
]);

/** Directives of coroutines. Their signatures begin with `async`, as in code. */
const COROUTINE_KINDS = new Set(['coroutinefunction', 'coroutinemethod']);
/** Matches a call such as `read(n=-1) -> bytes`, a name with dots or underscores, or a command option. Titles in words do not match. */
const SIGNATURE_PATTERN =
  /^(?:[\p{L}_~$.][\p{L}\p{N}_.:~$]*(?:\[.*\])?\(.*\)(?:\s*(?:->|→|:).*)?|[\p{L}_][\p{L}\p{N}]*(?:(?:\.|::|_)[\p{L}\p{N}]+)+|--?[\p{L}][\p{L}\p{N}_-]*(?:[ =].*)?)$/u;

export function isObject(name: string): boolean {
  return name.includes(':') || OBJECT_DIRECTIVES.has(name);
}

/** Maximum heading level. The descriptions of more deeply nested objects are text below their signatures. */
const MAX_HEADING_LEVEL = 6;

/**
 * Adds the description of an object as a section with its signature as heading. Without a description, or where no section can begin, writes the signatures as
 * bold lines.
 */
export const addObject: DirectiveHandler = (state, directive, into, parse) => {
  const { name, argument, line, content } = directive;
  // The `class` directive of docutils names a style, such as `center-aligned`.
  const isStyle = name === 'class' && argument.length === 1 && /^[a-z][\w ]*-[\w -]*$/.test(argument[0] ?? '');
  const signatures = isStyle ? [] : getSignatures(directive);
  const { labels, level } = state;
  const outerLevel = level + state.objectDepth;
  const isSection = state.titles && outerLevel < MAX_HEADING_LEVEL && signatures.length > 0;
  const id = isStyle ? undefined : createObjectId(directive, state.scope);
  const description: RstNode[] = [];
  const synopsis = getOption(directive, 'synopsis');
  if (synopsis !== undefined) description.push({ kind: 'paragraph', text: [{ rst: synopsis }], line });
  addAll(
    description,
    listRelevantOptions(directive, VALUE_KINDS.has(getKind(name)) ? ['synopsis', 'type', 'value'] : ['synopsis']),
  );
  if (isSection) {
    state.labels = [];
    state.objectDepth += 1;
  }
  addAll(description, parseMembers(state, directive, parse));
  if (isSection) state.objectDepth -= 1;
  state.level = level;
  const hasHeading = isSection && content.lines.length > 0 && description.length > 0;
  const [first = '', ...others] = signatures;
  if (hasHeading)
    into.push({
      kind: 'heading',
      level: outerLevel + 1,
      rst: first,
      isCode: true,
      labels,
      line,
      ...(id === undefined ? {} : { id }),
    });
  const bold = hasHeading ? others : signatures;
  if (bold.length > 0) {
    const isIndexEntry = /(?:^|:)auto/.test(name) && description.length === 0;
    into.push(isIndexEntry ? createIndexEntries(bold, line) : createBoldLines(directive, bold));
  }
  addAll(into, description);
  if (hasHeading) into.push({ kind: 'section-end', level: outerLevel });
};

/** Returns a list of signatures, for generated objects whose descriptions are in the source code and not in the document. */
function createIndexEntries(signatures: readonly string[], line: number): RstNode {
  const items = signatures.map((signature) => ({
    marker: '- ',
    nodes: [{ kind: 'paragraph', text: [formatCodeSpan(signature)], line } as const],
    line,
  }));
  return { kind: 'list', items };
}

function createBoldLines({ argument, content, options, line }: Directive, signatures: readonly string[]): LineBlock {
  const lines = signatures.map((signature, index) => ({
    text: ['**', formatCodeSpan(signature), '**'],
    line: line + index,
  }));
  const isBare = content.lines.length === 0 && options.size === 0;
  return { kind: 'lines', lines, ...(isBare ? { name: unescapeText(argument[0] ?? '') } : {}) };
}

/** Parses the description of an object. If the object is a class, names in the description are relative to the class. */
function parseMembers(state: RstParseState, directive: Directive, parse: ParseBlocks): RstNode[] {
  const { scope } = state;
  const { owner } = scope;
  if (isPythonClass(directive)) scope.owner = getPythonName(directive, scope);
  const nodes = parse(state, directive.content, state.titles);
  scope.owner = owner;
  return nodes;
}

/** Adds an unknown directive: an object if it describes a signature, or else its argument as a bold line and its content. */
export const addUnknown: DirectiveHandler = (state, directive, into, parse) => {
  const { argument, content } = directive;
  if (content.lines.length > 0 && argument.length > 0 && argument.every((line) => SIGNATURE_PATTERN.test(line))) {
    addObject(state, directive, into, parse);
    return;
  }
  const rst = joinArgument(directive);
  if (rst !== '') into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line: directive.line });
  addAll(into, listRelevantOptions(directive));
  addAll(into, parse(state, directive.content, state.titles));
};

function getKind(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function getSignatures(directive: Directive): string[] {
  const { name, argument } = directive;
  const kind = getKind(name);
  // A backslash at the end of a line joins it with the next one.
  const lines = argument
    .join('\n')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => {
    const signature = unescapeSignature(line);
    if (COROUTINE_KINDS.has(kind)) return signature.startsWith('async ') ? signature : `async ${signature}`;
    if (name.startsWith('http:')) return `${kind.toUpperCase()} ${signature}`;
    if (name === 'rst:directive')
      return signature.startsWith('..') ? signature : `.. ${signature.replace(/:*$/, '')}::`;
    if (name === 'rst:role' || name === 'rst:directive:option') return `:${signature}:`;
    if (VALUE_KINDS.has(kind)) return signature + formatValueSuffix(directive);
    const objectKind = kind.replace(/^auto/, '');
    return VISIBLE_KINDS.has(objectKind) && !signature.startsWith(`${objectKind} `)
      ? `${objectKind} ${signature}`
      : signature;
  });
}

/** Resolves the escapes of characters that reStructuredText interprets. Sphinx keeps all other backslashes, as in the default `b'\\n'`. */
function unescapeSignature(line: string): string {
  return line.replaceAll(/\\([\\*_`|])/g, '$1');
}

function formatValueSuffix(directive: Directive): string {
  const type = getOption(directive, 'type');
  const value = getOption(directive, 'value');
  return (type === undefined ? '' : `: ${type}`) + (value === undefined ? '' : ` = ${value}`);
}
