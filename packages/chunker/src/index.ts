export {
  CHUNKER_VERSION,
  type ChunkOptions,
  type Chunks,
  chunk,
  DEFAULT_TARGET_SIZE,
  type Document,
  type Item,
  isDocument,
  type Warning,
} from './chunk.ts';
export { type Address, sourceAddress } from './item/address.ts';
