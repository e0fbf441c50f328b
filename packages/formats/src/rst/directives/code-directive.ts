import { formatLink } from '../inline/markdown-link.ts';
import type { RstNode } from '../rst-node.ts';
import { dedentSource, type RstSource, trimBlank } from '../rst-source.ts';
import { type Directive, type DirectiveHandler, getOption, joinArgument } from './directive.ts';

/** Directives with a fixed language whose argument is the name of an example group, or a file. */
export const CODE_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['click:example', 'python'],
  ['click:run', 'python'],
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
/** Directives with a fixed language that may refer to a file instead of containing code. */
const FILE_DIRECTIVES = new Set(['graphviz', 'mermaid', 'plot', 'uml']);
/** Language names for which the fence has no language. */
const NO_LANGUAGE = new Set(['none', 'default', 'guess']);

/** Returns the language as the info string of a fence. */
export function parseLanguage(name: string | undefined): string {
  const [word = ''] = (name ?? '').trim().split(/\s/, 1);
  const language = word.replaceAll(/[^\p{L}\p{N}_+#./-]/gu, '').slice(0, 40);
  return NO_LANGUAGE.has(language.toLowerCase()) ? '' : language;
}

/** Adds a code block with its language and its caption. */
export const addCode: DirectiveHandler = (state, directive, into) => {
  const { argument, text, name, line } = directive;
  const [language, ...rest] = (argument[0] ?? '').split(' ');
  const title = name === 'code-tab' ? rest.join(' ') : '';
  addCaption(directive, into, title);
  const info = language ? parseLanguage(language) : state.language;
  addBlock(into, info, argument.length > 0 ? skipArgument(text) : text, line);
};

export const addPlainCode: DirectiveHandler = (_state, directive, into) => {
  const { name, argument, text, line } = directive;
  addCaption(directive, into);
  const [first = ''] = argument;
  if (FILE_DIRECTIVES.has(name) && first !== '')
    into.push({ kind: 'paragraph', text: [formatLink(first, first)], line });
  // The first rule of a grammar may be on the line of the directive.
  const isCode = first === '' || (name === 'productionlist' && first.includes(':'));
  addBlock(into, CODE_LANGUAGES.get(name) ?? '', isCode ? text : skipArgument(text), line);
};

function skipArgument(text: RstSource): RstSource {
  return trimBlank(dedentSource(text, 1, text.lines.length));
}

/** Adds code with inline markup, which a fence cannot render. */
export const addParsedLiteral: DirectiveHandler = (_state, { text }, into) => {
  if (text.lines.length > 0) into.push({ kind: 'code', info: '', code: text.lines, parsed: true, line: text.first });
};

export const addMath: DirectiveHandler = (_state, { text, line }, into) => {
  addBlock(into, 'math', text, line);
};

/** Sets the default language of the following code blocks. */
export const setLanguage: DirectiveHandler = (state, directive) => {
  state.language = parseLanguage(joinArgument(directive));
};

function addCaption(directive: Directive, into: RstNode[], title = ''): void {
  const rst = getOption(directive, 'caption') ?? title;
  if (rst !== '') into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line: directive.line });
}

function addBlock(into: RstNode[], info: string, { lines, first }: RstSource, line: number): void {
  if (lines.length > 0) into.push({ kind: 'code', info, code: lines, line: Math.max(first, line) });
}
