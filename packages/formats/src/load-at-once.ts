// Everything that a bundle must hold: bundlers take this file, by the condition `production` in package.json, and Node takes load-on-demand.ts.

export { readAsciidoc } from './asciidoc/index.ts';
export { readToml } from './front-matter/toml.ts';
export { readYaml } from './front-matter/yaml.ts';
export { readHtml } from './html/index.ts';
export { readNotebook } from './notebook/index.ts';
export { readOpenapi } from './openapi/index.ts';
export { readPlain as readPlainText } from './plain/index.ts';
export { readRst } from './rst/index.ts';
