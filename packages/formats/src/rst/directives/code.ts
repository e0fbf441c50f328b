import { link } from '../inline/link.ts';
import type { Node } from '../node.ts';
import { dedented, type Source, trimmed } from '../source.ts';
import { argumentOf, type Directive, type DirectiveHandler, optionOf } from './directive.ts';

/** Directives that hold code of one language; their argument names a group of examples, or a file. */
export const CODE: ReadonlyMap<string, string> = new Map([
  ['console', 'console'],
  ['digraph', 'dot'],
  ['doctest', 'pycon'],
  ['graph', 'dot'],
  ['graphviz', 'dot'],
  ['ipython', 'ipython'],
  ['jupyter-execute', 'python'],
  ['mermaid', 'mermaid'],
  ['plot', 'python'],
  ['productionlist', ''],
  ['testcode', 'python'],
  ['testoutput', ''],
  ['uml', 'plantuml'],
]);
/** Those among them that may name a file instead. */
const FILES = new Set(['graphviz', 'mermaid', 'plot', 'uml']);
/** Names that stand for no language. */
const NO_LANGUAGE = new Set(['none', 'default', 'guess']);

/** The language as an info string. */
export function languageOf(name: string | undefined): string {
  const [word = ''] = (name ?? '').trim().split(/\s/, 1);
  const language = word.replaceAll(/[^\p{L}\p{N}_+#./-]/gu, '').slice(0, 40);
  return NO_LANGUAGE.has(language.toLowerCase()) ? '' : language;
}

/** Code in a language, with its caption. */
export const addCode: DirectiveHandler = (state, directive, into) => {
  const { argument, text, name, line } = directive;
  const [language, ...rest] = (argument[0] ?? '').split(' ');
  const title = name === 'code-tab' ? rest.join(' ') : '';
  addCaption(directive, into, title);
  const info = language ? languageOf(language) : state.language;
  addBlock(into, info, argument.length > 0 ? behindArgument(text) : text, line);
};

export const addPlainCode: DirectiveHandler = (_state, directive, into) => {
  const { name, argument, text, line } = directive;
  addCaption(directive, into);
  const [first = ''] = argument;
  if (FILES.has(name) && first !== '') into.push({ kind: 'paragraph', text: [link(first, first)], line });
  // The first rule of a grammar may stand where others have a name.
  const isCode = first === '' || (name === 'productionlist' && first.includes(':'));
  addBlock(into, CODE.get(name) ?? '', isCode ? text : behindArgument(text), line);
};

function behindArgument(text: Source): Source {
  return trimmed(dedented(text, 1, text.lines.length));
}

/** Code with inline markup, which a fence cannot show. */
export const addParsedLiteral: DirectiveHandler = (_state, { text }, into) => {
  if (text.lines.length > 0) into.push({ kind: 'code', info: '', code: text.lines, parsed: true, line: text.first });
};

export const addMath: DirectiveHandler = (_state, { text, line }, into) => {
  addBlock(into, 'math', text, line);
};

/** Code that names no language is of this one from here on. */
export const setLanguage: DirectiveHandler = (state, directive) => {
  state.language = languageOf(argumentOf(directive));
};

function addCaption(directive: Directive, into: Node[], title = ''): void {
  const rst = optionOf(directive, 'caption') ?? title;
  if (rst !== '') into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line: directive.line });
}

function addBlock(into: Node[], info: string, { lines, first }: Source, line: number): void {
  if (lines.length > 0) into.push({ kind: 'code', info, code: lines, line: Math.max(first, line) });
}
