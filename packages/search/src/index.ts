export * from './citation.ts';
export * from './count-words.ts';
export * from './highlight.ts';
export * from './parse-query.ts';
export { MATCH_KINDS, rank } from './rank.ts';
export * from './search-index.ts';
export {
  createDocumentSegment,
  getBucket,
  markDeleted,
  mergeSegments,
  type Segment,
  unpackDocuments,
} from './segment.ts';
export { joinSegments, type SearchedSegment } from './segment-collection.ts';
export { splitWords } from './split-words.ts';
