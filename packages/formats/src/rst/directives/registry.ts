import {
  ADMONITIONS,
  addAdmonition,
  addTitled,
  addTitledAdmonition,
  addTransparent,
  addVersionNote,
  TITLED,
  VERSION_NOTES,
} from './admonition.ts';
import { addCode, addMath, addParsedLiteral, addPlainCode, CODE, setLanguage } from './code.ts';
import { argumentOf, type DirectiveHandler } from './directive.ts';
import { addFigure, addImage } from './image.ts';
import { addInclude, addRaw } from './include.ts';
import { addContentsTree, addGlossary, addLines, addNames } from './listing.ts';
import { addObject, addUnknown, isObject } from './object.ts';
import { addCsvTable, addListTable, addTable } from './table.ts';

const nothing: DirectiveHandler = () => {};

const setDefaultRole: DirectiveHandler = (state, { argument }) => {
  state.definitions.defaultRole = argument[0] ?? '';
};

const setTitle: DirectiveHandler = (state, directive) => {
  state.title = argumentOf(directive) || state.title;
};

/** Navigation, metadata, hidden set-up and typesetting: nothing that the page shows in its text. */
const SILENT = `contents sectnum section-numbering meta index tabularcolumns currentmodule currentlibrary role footer header
  target-notes sectionauthor moduleauthor codeauthor program todolist testsetup testcleanup
  bibliography`;
/** What only groups its content, or says where it is shown. */
const TRANSPARENT = `container compound rst-class cssclass ifconfig hlist acks tabs tab-set grid
  card-carousel div`;

const HANDLERS = new Map<string, DirectiveHandler>([
  ...words(SILENT).map((name) => [name, nothing] as const),
  ...words(TRANSPARENT).map((name) => [name, addTransparent] as const),
  ...Object.keys(ADMONITIONS).map((name) => [name, addAdmonition] as const),
  ...Object.keys(VERSION_NOTES).map((name) => [name, addVersionNote] as const),
  ...TITLED.map((name) => [name, addTitled] as const),
  ...[...CODE.keys()].map((name) => [name, addPlainCode] as const),
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
]);

export function handlerOf(name: string): DirectiveHandler {
  const plain = name.startsWith('py:') ? name.slice(3) : name;
  return HANDLERS.get(plain) ?? (isObject(name) ? addObject : addUnknown);
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
