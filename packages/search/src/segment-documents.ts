import { readDocuments } from './segment.ts';

/** The documents of a segment that a search can find. */
export interface SearchableDocuments {
  /** Length of the document at each position; -1 for a document that the search cannot find. */
  readonly lengths: ArrayLike<number>;
  readonly count: number;
  readonly totalLength: number;
}

/** The unpacked documents of a segment. */
export interface UnpackedDocuments {
  /** Number of the document at each position. */
  readonly numbers: ArrayLike<number>;
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
  const unpackedDocuments = knownDocuments ?? compact(unpack(documents));
  if (knownDocuments) cachedDocuments.delete(documents);
  cachedDocuments.set(documents, unpackedDocuments);
  if (cachedDocuments.size > MAX_CACHED_SEGMENTS) {
    const [oldest] = cachedDocuments.keys();
    if (oldest !== undefined) cachedDocuments.delete(oldest);
  }
  return unpackedDocuments;
}

/** Unpacks documents into arrays, which are created faster than typed arrays. */
function unpack(documents: string): UnpackedDocuments {
  const numbers: number[] = [];
  const all = { lengths: [] as number[], count: 0, totalLength: 0 };
  const publicOnly = { lengths: [] as number[], count: 0, totalLength: 0 };
  readDocuments(documents, (number, length, state) => {
    numbers.push(number);
    for (const [searchable, isFound] of [
      [all, state !== 'deleted'],
      [publicOnly, state === 'public'],
    ] as const) {
      searchable.lengths.push(isFound ? length : -1);
      if (!isFound) continue;
      searchable.count += 1;
      searchable.totalLength += length;
    }
  });
  return { numbers, all, publicOnly };
}

/** Converts the arrays to typed arrays, which take less memory. */
function compact({ numbers, all, publicOnly }: UnpackedDocuments): UnpackedDocuments {
  const convert = (searchable: SearchableDocuments) => ({
    ...searchable,
    lengths: Int32Array.from(searchable.lengths),
  });
  const compactAll = convert(all);
  return {
    numbers: Float64Array.from(numbers),
    all: compactAll,
    // The public documents are usually all documents.
    publicOnly: publicOnly.count === all.count ? compactAll : convert(publicOnly),
  };
}
