// Bundlers resolve to this file (condition `production` in package.json), so that the bundle contains every parser. Node resolves to load-lazily.ts.

export { readAsciidoc } from '@context-sync/asciidoc';
export { readHtml } from './html/read-html.ts';
export { extractBlockTexts as extractHtmlBlockTexts } from './html/repeated-blocks.ts';
export { readNotebook } from './notebook/read-notebook.ts';
export { readOpenapi } from './openapi/read-openapi.ts';
export { readPlain as readPlainText } from './plain/read-plain.ts';
export { readRst } from './rst/read-rst.ts';
