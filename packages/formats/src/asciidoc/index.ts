export { readAsciidoc } from './read-asciidoc.ts';
