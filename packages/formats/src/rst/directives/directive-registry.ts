import {
  ADMONITIONS,
  addAdmonition,
  addAuditEvent,
  addTitled,
  addTitledAdmonition,
  addTransparent,
  addVersionNote,
  TITLED_BLOCKS,
  VERSION_NOTES,
} from './admonition.ts';
import { addCode, addMath, addParsedLiteral, addPlainCode, CODE_LANGUAGES, setLanguage } from './code-directive.ts';
import { type DirectiveHandler, joinArgument } from './directive.ts';
import { addFigure, addImage } from './image-directive.ts';
import { addInclude, addRaw } from './include-directive.ts';
import { addContentsTree, addGlossary, addLines, addNames } from './listing-directives.ts';
import { addObject, addUnknown, isObject } from './object-directive.ts';
import { addCsvTable, addListTable, addTable } from './table-directive.ts';

const ignoreDirective: DirectiveHandler = () => {};

const setDefaultRole: DirectiveHandler = (state, { argument }) => {
  state.definitions.defaultRole = argument[0] ?? '';
};

const setModule: DirectiveHandler = ({ scope }, { argument }) => {
  scope.module = argument[0] === 'None' ? '' : (argument[0] ?? '');
};

/** Sets the module of the following objects. Adds no text, because the heading already contains the name of the module. */
const addModule: DirectiveHandler = (state, directive, into, parse) => {
  setModule(state, directive, into, parse);
  const isBare = directive.options.size === 0 && directive.content.lines.length === 0;
  if (!isBare || directive.name.endsWith('automodule')) addObject(state, directive, into, parse);
};

const setProgram: DirectiveHandler = (state, directive) => {
  state.scope.program = joinArgument(directive);
};

const setTitle: DirectiveHandler = (state, directive) => {
  state.title = joinArgument(directive) || state.title;
};

/** Directives for navigation, metadata, hidden setup and typesetting, which add no text to the page. */
const IGNORED_DIRECTIVES = `contents sectnum section-numbering meta index tabularcolumns currentlibrary role footer header
  target-notes sectionauthor moduleauthor codeauthor todolist audit-event-table testsetup testcleanup
  bibliography default-domain c:namespace c:namespace-push c:namespace-pop cpp:namespace cpp:namespace-push cpp:namespace-pop`;
/** Directives that only group their content or control where it appears. */
const TRANSPARENT_DIRECTIVES = `container compound rst-class cssclass ifconfig hlist acks tabs tab-set grid
  card-carousel div`;

const HANDLERS = new Map<string, DirectiveHandler>([
  ...splitWords(IGNORED_DIRECTIVES).map((name) => [name, ignoreDirective] as const),
  ...splitWords(TRANSPARENT_DIRECTIVES).map((name) => [name, addTransparent] as const),
  ...Object.keys(ADMONITIONS).map((name) => [name, addAdmonition] as const),
  ...Object.keys(VERSION_NOTES).map((name) => [name, addVersionNote] as const),
  ...TITLED_BLOCKS.map((name) => [name, addTitled] as const),
  ...[...CODE_LANGUAGES.keys()].map((name) => [name, addPlainCode] as const),
  ['audit-event', addAuditEvent],
  ['admonition', addTitledAdmonition],
  ['only', addTransparent],
  ['code', addCode],
  ['code-block', addCode],
  ['sourcecode', addCode],
  ['code-cell', addCode],
  ['code-tab', addCode],
  ['prompt', addCode],
  ['parsed-literal', addParsedLiteral],
  ['math', addMath],
  ['highlight', setLanguage],
  ['image', addImage],
  ['figure', addFigure],
  ['table', addTable],
  ['list-table', addListTable],
  ['flat-table', addListTable],
  ['csv-table', addCsvTable],
  ['include', addInclude],
  ['literalinclude', addInclude],
  ['raw', addRaw],
  ['toctree', addContentsTree],
  ['autosummary', addNames],
  ['glossary', addGlossary],
  ['line-block', addLines],
  ['default-role', setDefaultRole],
  ['title', setTitle],
  ['currentmodule', setModule],
  ['module', addModule],
  ['automodule', addModule],
  ['program', setProgram],
]);

export function findHandler(name: string): DirectiveHandler {
  const plainName = name.startsWith('py:') ? name.slice(3) : name;
  return HANDLERS.get(plainName) ?? (isObject(name) ? addObject : addUnknown);
}

function splitWords(text: string): string[] {
  return text.split(/\s+/);
}
