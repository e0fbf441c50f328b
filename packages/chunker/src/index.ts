export { EXTENSIONS } from '@context-sync/formats';
export type { Address, Warning } from '@context-sync/reading';
export {
  CHUNKER_VERSION,
  type ChunkOptions,
  type Chunks,
  chunk,
  DEFAULT_TARGET_SIZE,
  type Document,
} from './chunk.ts';
export { type ConversionOptions, type ConvertedPage, convertPage } from './convert-page.ts';
export type { Item } from './item/make-items.ts';
export type { FileLink } from './item/resolve-links.ts';
export type { PageHeading } from './page/write-page.ts';
