export { type AlertHead, createAlertHead } from './alert.ts';
export { type CodeLine, renderFence } from './fence-code.ts';
export * from './front-matter.ts';
export { createIncludeReader, MAX_INCLUDE_DEPTH, type ReadInclude } from './include-reader.ts';
export * from './markdown-writer.ts';
export { formatName, getPageName, isIndexPage, isPartPath } from './page-name.ts';
export * from './reading.ts';
export * from './site.ts';
