import { codeSpan } from '../inline/code-span.ts';
import { unescaped } from '../inline/unescaped.ts';
import type { LineBlock } from '../node.ts';
import { addAll } from './add-all.ts';
import { argumentOf, type Directive, type DirectiveHandler, optionOf, spokenOptions } from './directive.ts';

/** Directives without a domain that describe a thing of a program. */
const OBJECTS = new Set(
  `2to3fixer attribute autoattribute autoclass autodata autodecorator autoenum autoexception autofunction automethod automodule
   autoproperty c:function cfunction class classmethod cmacro cmdoption cmember command confval ctype cvar cvariable data data-value
   decorator decoratormethod describe directive django-admin django-admin-option enum enumerator envvar event exception fieldlookup
   function generic interface macro member method module object opcode option pdbcommand property role setting signature
   staticmethod struct templatefilter templatetag type union var variable`.split(/\s+/),
);
/** Kinds that a page shows before the name. */
const SHOWN_KINDS = new Set([
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
/** Things with a value: type and value go behind their name, as in code. */
const VALUES = new Set(['attribute', 'data', 'property', 'var', 'variable', 'member', 'autodata', 'autoattribute']);

export function isObject(name: string): boolean {
  return name.includes(':') || OBJECTS.has(name);
}

/** Signatures in bold code, and the description below them. */
export const addObject: DirectiveHandler = (state, directive, into, parse) => {
  const { name, argument, line, content } = directive;
  // docutils' own `class` directive names a style, such as `center-aligned`.
  const isStyle = name === 'class' && argument.length === 1 && /^[a-z][\w ]*-[\w -]*$/.test(argument[0] ?? '');
  const signatures = isStyle ? [] : signaturesOf(directive);
  if (signatures.length > 0) {
    const lines = signatures.map((signature, index) => ({
      text: ['**', codeSpan(signature), '**'],
      line: line + index,
    }));
    const isBare = content.lines.length === 0 && directive.options.size === 0;
    into.push({ kind: 'lines', lines, ...(isBare ? { name: unescaped(argument[0] ?? '') } : {}) } satisfies LineBlock);
  }
  const synopsis = optionOf(directive, 'synopsis');
  if (synopsis !== undefined) into.push({ kind: 'paragraph', text: [{ rst: synopsis }], line });
  addAll(into, spokenOptions(directive, VALUES.has(kindOf(name)) ? ['synopsis', 'type', 'value'] : ['synopsis']));
  addAll(into, parse(state, content, state.titles));
};

/** A directive that is not known: its argument as a bold line, and its content. */
export const addUnknown: DirectiveHandler = (state, directive, into, parse) => {
  const rst = argumentOf(directive);
  if (rst !== '') into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line: directive.line });
  addAll(into, spokenOptions(directive));
  addAll(into, parse(state, directive.content, state.titles));
};

function kindOf(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function signaturesOf(directive: Directive): string[] {
  const { name, argument } = directive;
  const kind = kindOf(name);
  // A backslash at the end of a line joins it with the next.
  const lines = argument
    .join('\n')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => {
    const signature = unescaped(line);
    if (name.startsWith('http:')) return `${kind.toUpperCase()} ${signature}`;
    if (name === 'rst:directive') return `.. ${signature.replace(/:*$/, '')}::`;
    if (name === 'rst:role' || name === 'rst:directive:option') return `:${signature}:`;
    if (VALUES.has(kind)) return signature + withValue(directive);
    const shown = kind.replace(/^auto/, '');
    return SHOWN_KINDS.has(shown) && !signature.startsWith(`${shown} `) ? `${shown} ${signature}` : signature;
  });
}

function withValue(directive: Directive): string {
  const type = optionOf(directive, 'type');
  const value = optionOf(directive, 'value');
  return (type === undefined ? '' : `: ${type}`) + (value === undefined ? '' : ` = ${value}`);
}
