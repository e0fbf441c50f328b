import { getElementAt } from '@context-sync/base';
import type { CountedDocument } from './count-words.ts';
import { PackedReader, packNumbers } from './packed-numbers.ts';

/** A document of a segment. */
export interface SegmentDocument {
  /** Identifies the document, and determines the order of documents with equal scores. */
  readonly number: number;
  /** Number of words. */
  readonly length: number;
  /** Deleted documents keep their position until their segment is merged, but a search ignores them. */
  readonly state: (typeof DOCUMENT_STATES)[number];
}

const DOCUMENT_STATES = ['deleted', 'internal', 'public'] as const;

/**
 * An index of some documents that is stored as texts, for a database that cannot rank documents itself. The words are distributed over buckets, so that a
 * search only reads the buckets of its words. A segment does not change, except that its documents can be marked as deleted.
 */
export interface Segment {
  /** The packed documents, in the order of their numbers. */
  readonly documents: string;
  /** The words of each bucket with their packed postings. Buckets without words are missing. */
  readonly buckets: ReadonlyMap<number, string>;
}

/** Number of buckets of a segment. */
const BUCKETS = 128;
const LINE_START = '\n';
const WORD_END = '\t';

/** Returns the bucket of a word (FNV-1a). */
export function getBucket(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % BUCKETS;
}

export function packDocuments(documents: readonly SegmentDocument[]): string {
  let last = 0;
  return packNumbers(
    documents.flatMap(({ number, length, state }) => {
      const values = [number - last, length * DOCUMENT_STATES.length + DOCUMENT_STATES.indexOf(state)];
      last = number;
      return values;
    }),
  );
}

export function unpackDocuments(text: string): SegmentDocument[] {
  const documents: SegmentDocument[] = [];
  readDocuments(text, (number, length, state) => documents.push({ number, length, state }));
  return documents;
}

/** Calls `take` with the properties of each document. Creates no objects, because a search can unpack all documents of a project. */
export function readDocuments(
  text: string,
  take: (number: number, length: number, state: SegmentDocument['state']) => void,
): void {
  const reader = new PackedReader(text);
  let number = 0;
  while (!reader.isAtEnd) {
    number += reader.read();
    const value = reader.read();
    const state = value % DOCUMENT_STATES.length;
    take(number, (value - state) / DOCUMENT_STATES.length, DOCUMENT_STATES[state] ?? 'deleted');
  }
}

/** Returns the packed documents with some of them marked as deleted. */
export function markDeleted(documents: string, numbers: ReadonlySet<number>): string {
  return packDocuments(
    unpackDocuments(documents).map((each) => (numbers.has(each.number) ? { ...each, state: 'deleted' } : each)),
  );
}

/** Creates a segment of one document. All of its words are in one bucket, because they are read together. */
export function createDocumentSegment(
  number: number,
  isPublic: boolean,
  { frequencies, length }: CountedDocument,
): { readonly documents: string; readonly words: string } {
  const words = [...frequencies].map(([word, frequency]) => `${word}${WORD_END}${packNumbers([0, frequency])}`);
  return {
    documents: packDocuments([{ number, length, state: isPublic ? 'public' : 'internal' }]),
    words: joinLines(words),
  };
}

/** Merges segments into one without their deleted documents. */
export function mergeSegments(
  segments: readonly { readonly documents: string; readonly words: readonly string[] }[],
): Segment {
  const sources = segments.map(({ documents, words }) => ({ documents: unpackDocuments(documents), words }));
  const live = sources
    .flatMap(({ documents }, source) => documents.map((document, slot) => ({ document, source, slot })))
    .filter(({ document }) => document.state !== 'deleted')
    .sort((a, b) => a.document.number - b.document.number);
  const slots = sources.map(() => new Map<number, number>());
  for (const [newSlot, { source, slot }] of live.entries()) slots[source]?.set(slot, newSlot);
  /** Slots and frequencies of each word, one after another. */
  const postings = new Map<string, number[]>();
  for (const [source, { words }] of sources.entries()) {
    const newSlots = slots[source];
    readPostings(words, (word, slot, frequency) => {
      const newSlot = newSlots?.get(slot);
      if (newSlot === undefined) return;
      const known = postings.get(word);
      if (known) known.push(newSlot, frequency);
      else postings.set(word, [newSlot, frequency]);
    });
  }
  return { documents: packDocuments(live.map(({ document }) => document)), buckets: packBuckets(postings) };
}

function packBuckets(postings: ReadonlyMap<string, readonly number[]>): Map<number, string> {
  const buckets = new Map<number, string>();
  for (const [word, values] of postings) {
    const bucket = getBucket(word);
    const line = `${LINE_START}${word}${WORD_END}${packNumbers(getDeltas(values))}`;
    buckets.set(bucket, (buckets.get(bucket) ?? '') + line);
  }
  return buckets;
}

/** Sorts pairs of a slot and a frequency by slot, and replaces each slot with its distance from the previous one. */
function getDeltas(values: readonly number[]): number[] {
  const pairs = Array.from({ length: values.length / 2 }, (_, index) => index * 2);
  pairs.sort((a, b) => getElementAt(values, a) - getElementAt(values, b));
  let last = 0;
  return pairs.flatMap((at) => {
    const delta = getElementAt(values, at) - last;
    last += delta;
    return [delta, getElementAt(values, at + 1)];
  });
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${LINE_START}${line}`).join('');
}

function readPostings(buckets: readonly string[], take: (word: string, slot: number, frequency: number) => void): void {
  for (const words of buckets) {
    for (let start = 0; start < words.length; ) {
      const wordEnd = words.indexOf(WORD_END, start);
      const lineEnd = words.indexOf(LINE_START, wordEnd);
      const end = lineEnd < 0 ? words.length : lineEnd;
      const word = words.slice(start + LINE_START.length, wordEnd);
      const reader = new PackedReader(words, wordEnd + WORD_END.length, end);
      for (let slot = 0; !reader.isAtEnd; ) {
        slot += reader.read();
        take(word, slot, reader.read());
      }
      start = end;
    }
  }
}

/** Returns the text that precedes the packed postings of a word in a bucket. */
export const getPostingPrefix = (word: string): string => `${LINE_START}${word}${WORD_END}`;

/**
 * Returns the packed postings of a word in a bucket; undefined if the bucket does not contain the word.
 * @param line the result of `getPostingPrefix`, which is the same for all segments
 */
export function findWord(words: string, line: string): PackedReader | undefined {
  const start = words.indexOf(line);
  if (start < 0) return undefined;
  const end = words.indexOf(LINE_START, start + line.length);
  return new PackedReader(words, start + line.length, end < 0 ? words.length : end);
}
