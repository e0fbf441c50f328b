// Loads a parser when a document first needs it. Loading all parsers takes several times as long as chunking a docs folder of Markdown.
import { createRequire } from 'node:module';
import type * as All from './load-eagerly.ts';

const require = createRequire(import.meta.url);

export const readAsciidoc: typeof All.readAsciidoc = (text, context) =>
  load<typeof All>('@context-sync/asciidoc').readAsciidoc(text, context);
export const readHtml: typeof All.readHtml = (text, context) =>
  load<typeof All>('./html/read-html.js').readHtml(text, context);
export const extractHtmlBlockTexts: typeof All.extractHtmlBlockTexts = (html) =>
  load<{ extractBlockTexts: typeof All.extractHtmlBlockTexts }>('./html/repeated-blocks.js').extractBlockTexts(html);
export const readNotebook: typeof All.readNotebook = (text, context) =>
  load<typeof All>('./notebook/read-notebook.js').readNotebook(text, context);
export const readOpenapi: typeof All.readOpenapi = (text, context) =>
  load<typeof All>('./openapi/read-openapi.js').readOpenapi(text, context);
export const readPlainText: typeof All.readPlainText = (text, context) =>
  load<{ readPlain: typeof All.readPlainText }>('./plain/read-plain.js').readPlain(text, context);
export const readRst: typeof All.readRst = (text, context) =>
  load<typeof All>('./rst/read-rst.js').readRst(text, context);

/** Loads the module at `path`. Node caches modules, so only the first call per path reads a file. */
function load<T>(path: string): T {
  return require(path) as T;
}
