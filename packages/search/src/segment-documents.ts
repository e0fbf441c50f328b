import { readDocuments } from './segment.ts';

/** The documents of a segment that a search can find. */
export interface SearchableDocuments {
  /** Length of the document at each position; -1 for a document that the search cannot find. */
  readonly lengths: Int32Array;
  readonly count: number;
  readonly totalLength: number;
}

/** The unpacked documents of a segment. */
export interface UnpackedDocuments {
  /** Number of the document at each position. */
  readonly numbers: Float64Array;
  readonly all: SearchableDocuments;
  readonly publicOnly: SearchableDocuments;
}

/** Maximum number of cached segments. A segment contains up to 256 documents, which take 3 to 5 kB. */
const MAX_CACHED_SEGMENTS = 1_000;
/** Minimum length of a cached text. The few documents that are not in a large segment yet are unpacked faster than they are looked up. */
const MIN_CACHED_CHARS = 64;

/**
 * Cache of unpacked documents by their packed text, the least recently used first. Every search reads all documents of a project, and few of them change
 * between two searches. The text is the key, so that an entry cannot be outdated.
 */
const cachedDocuments = new Map<string, UnpackedDocuments>();

/** Unpacks the documents of a segment for a search. */
export function unpackForSearch(documents: string): UnpackedDocuments {
  if (documents.length < MIN_CACHED_CHARS) return unpack(documents);
  const knownDocuments = cachedDocuments.get(documents);
  const unpackedDocuments = knownDocuments ?? unpack(documents);
  if (knownDocuments) cachedDocuments.delete(documents);
  cachedDocuments.set(documents, unpackedDocuments);
  if (cachedDocuments.size > MAX_CACHED_SEGMENTS) {
    const [oldest] = cachedDocuments.keys();
    if (oldest !== undefined) cachedDocuments.delete(oldest);
  }
  return unpackedDocuments;
}

function unpack(documents: string): UnpackedDocuments {
  // A document takes at least two characters.
  const capacity = documents.length >>> 1;
  const numbers = new Float64Array(capacity);
  const all = { lengths: new Int32Array(capacity), count: 0, totalLength: 0 };
  const publicOnly = { lengths: new Int32Array(capacity), count: 0, totalLength: 0 };
  let size = 0;
  readDocuments(documents, (number, length, state) => {
    numbers[size] = number;
    for (const [searchable, isFound] of [
      [all, state !== 'deleted'],
      [publicOnly, state === 'public'],
    ] as const) {
      searchable.lengths[size] = isFound ? length : -1;
      if (!isFound) continue;
      searchable.count += 1;
      searchable.totalLength += length;
    }
    size += 1;
  });
  const trim = (searchable: SearchableDocuments) => ({ ...searchable, lengths: searchable.lengths.slice(0, size) });
  const trimmed = trim(all);
  // The public documents are usually all documents.
  return {
    numbers: numbers.slice(0, size),
    all: trimmed,
    publicOnly: publicOnly.count === all.count ? trimmed : trim(publicOnly),
  };
}
