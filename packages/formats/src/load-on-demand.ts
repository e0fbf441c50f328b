// Loads a parser when a document first needs it: loading them all takes several times as long as cutting a docs folder of Markdown.
import { createRequire } from 'node:module';
import type * as All from './load-at-once.ts';

const require = createRequire(import.meta.url);

export const readToml: typeof All.readToml = (text) => load<typeof All>('../front-matter/toml.js').readToml(text);
export const readYaml: typeof All.readYaml = (text) => load<typeof All>('../front-matter/yaml.js').readYaml(text);
export const readAsciidoc: typeof All.readAsciidoc = (text) =>
  load<typeof All>('./asciidoc/index.js').readAsciidoc(text);
export const readHtml: typeof All.readHtml = (text) => load<typeof All>('./html/index.js').readHtml(text);
export const readNotebook: typeof All.readNotebook = (text) =>
  load<typeof All>('./notebook/index.js').readNotebook(text);
export const readOpenapi: typeof All.readOpenapi = (text) => load<typeof All>('./openapi/index.js').readOpenapi(text);
export const readPlainText: typeof All.readPlainText = (text) =>
  load<{ readPlain: typeof All.readPlainText }>('./plain/index.js').readPlain(text);
export const readRst: typeof All.readRst = (text) => load<typeof All>('./rst/index.js').readRst(text);

/** Node loads a module once; the next time this is a look-up. */
function load<T>(path: string): T {
  return require(path) as T;
}
