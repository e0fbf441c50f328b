export {
  CHUNKER_VERSION,
  type ChunkOptions,
  type Chunks,
  chunk,
  DEFAULT_TARGET_SIZE,
  type Document,
  type FileLink,
} from './chunk.ts';
export { EXTENSIONS } from './format/extensions.ts';
export type { Warning } from './format/reading.ts';
export type { Address } from './item/address.ts';
export type { Item } from './item/items.ts';
