export { type CodeLine, fenced } from './fence-code.ts';
export * from './front-matter.ts';
export * from './markdown-writer.ts';
export * from './reading.ts';
export * from './site.ts';
