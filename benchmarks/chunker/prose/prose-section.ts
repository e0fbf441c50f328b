import { join } from 'node:path';
import type { Goal, Section, Table } from '../../report/report-section.ts';
import type { ChunkFunction } from '../chunkers/chunker-types.ts';
import { langchainRecursive } from '../chunkers/langchain.ts';
import { findSizeForMean } from '../chunkers/same-mean.ts';
import { selectChunkers } from '../chunkers/select-chunkers.ts';
import type { Options } from '../options.ts';
import { createBm25Index } from '../retrieval/bm25.ts';
import { type ProseCorpus, type ProseQuestion, readProse } from './prose-spans.ts';
import { countCoveredChars, createLocator, overlaps } from './text-locator.ts';

/** The mean number of characters per token in these texts with the cl100k_base encoding. */
const CHARS_PER_TOKEN = 3.86;
/** The mean item sizes for the comparison, in tokens. */
const MEAN_TOKENS = [140, 275, 400];
const TOP_CHUNKS = 5;
const OWN_LINES_PATTERN = /^[^\n]*\n\n|\n\nSource: [^\n]*$/g;

interface LocatedChunk {
  readonly corpus: string;
  readonly text: string;
  readonly ranges: readonly (readonly [number, number])[];
}

interface Measured {
  readonly name: string;
  readonly size: number;
  readonly chunks: number;
  readonly tokens: number;
  readonly omega: number;
  readonly recall: number;
}

/**
 * Measures how well items of plain prose match answers: the percentage of the retrieved text that is part of the
 * answer, and the percentage of the answer that is retrieved.
 */
export async function measureProse({ data, module, only }: Options): Promise<Section> {
  const { corpora, questions } = readProse(join(data, 'prose-spans'));
  const names = ['ours', langchainRecursive.name].filter((name) => only === undefined || name.startsWith(only));
  const loadedChunkers = await Promise.all(
    names.flatMap((name) => selectChunkers(module, name)).map(async (one) => [one.name, await one.load()] as const),
  );
  const tables: Table[] = [];
  const goals: Goal[] = [];
  for (const mean of MEAN_TOKENS) {
    const rows: Measured[] = [];
    for (const [name, chunkPage] of loadedChunkers) {
      const measureMeanTokens = async (size: number) =>
        computeMeanTokens(await chunkCorpora(chunkPage, name, corpora, size));
      const { size } = await findSizeForMean(
        async (size) => (await measureMeanTokens(size)) * CHARS_PER_TOKEN,
        mean * CHARS_PER_TOKEN,
      );
      rows.push(measure(name, size, await chunkCorpora(chunkPage, name, corpora, size), questions));
    }
    tables.push(createTable(mean, rows));
    goals.push(...createGoals(mean, rows));
  }
  return {
    title: 'Prose',
    notes: [
      `The benchmark uses ${questions.length} questions with marked answer spans in five corpora of plain prose. Precision Ω considers all chunks that contain a part of the answer: it is the share of their characters that belongs to the answer. Recall is the share of the answer in the first ${TOP_CHUNKS} chunks, ranked by BM25 over one index of all corpora. ` +
        `The first and the last line of our items, which contain headings and the source, are not counted. A token is ${CHARS_PER_TOKEN} characters of these texts.`,
    ],
    tables,
    goals,
  };
}

async function chunkCorpora(
  chunkPage: ChunkFunction,
  name: string,
  corpora: readonly ProseCorpus[],
  size: number,
): Promise<LocatedChunk[]> {
  const chunks: LocatedChunk[] = [];
  for (const { name: corpus, text } of corpora) {
    const locate = createLocator(text);
    for (const { content } of await chunkPage({ path: `${corpus}.md`, text }, size)) {
      const ownContent = name === 'ours' ? content.replaceAll(OWN_LINES_PATTERN, '') : content;
      chunks.push({ corpus, text: ownContent, ranges: locate(ownContent) });
    }
  }
  return chunks;
}

function computeMeanTokens(chunks: readonly LocatedChunk[]): number {
  return chunks.reduce((sum, { text }) => sum + text.length, 0) / chunks.length / CHARS_PER_TOKEN;
}

function measure(
  name: string,
  size: number,
  chunks: readonly LocatedChunk[],
  questions: readonly ProseQuestion[],
): Measured {
  const search = createBm25Index(chunks.map(({ text }) => text));
  let omega = 0;
  let recall = 0;
  for (const { corpus, question, spans } of questions) {
    const touchingChunks = chunks.filter((chunk) => chunk.corpus === corpus && overlaps(spans, chunk.ranges));
    const readChars = touchingChunks.reduce((sum, { text }) => sum + text.length, 0);
    const getRanges = (found: readonly LocatedChunk[]) => found.flatMap(({ ranges }) => ranges);
    if (readChars > 0) omega += countCoveredChars(spans, getRanges(touchingChunks)) / readChars;
    const top = search(question).slice(0, TOP_CHUNKS);
    const topChunks = chunks.filter((chunk, number) => top.includes(number) && chunk.corpus === corpus);
    const length = spans.reduce((sum, [start, end]) => sum + end - start, 0);
    recall += countCoveredChars(spans, getRanges(topChunks)) / length;
  }
  const toPercent = (sum: number) => (100 * sum) / questions.length;
  return {
    name,
    size,
    chunks: chunks.length,
    tokens: computeMeanTokens(chunks),
    omega: toPercent(omega),
    recall: toPercent(recall),
  };
}

function createTable(mean: number, rows: readonly Measured[]): Table {
  return {
    caption: `Mean of about ${mean} tokens`,
    head: ['chunker', 'size', 'chunks', 'mean tokens', 'precision Ω', 'recall'],
    rows: rows.map(({ name, size, chunks, tokens, omega, recall }) => [
      name,
      String(size),
      String(chunks),
      tokens.toFixed(0),
      omega.toFixed(1),
      recall.toFixed(1),
    ]),
  };
}

function createGoals(mean: number, rows: readonly Measured[]): Goal[] {
  const ownRow = rows.find(({ name }) => name === 'ours');
  const peer = rows.find(({ name }) => name === langchainRecursive.name);
  if (!ownRow || !peer) return [];
  return (['omega', 'recall'] as const).map((figure) => ({
    goal: `${figure === 'omega' ? 'precision Ω' : 'recall'} at ${mean} tokens not below ${peer.name}`,
    measured: `${ownRow[figure].toFixed(1)} to ${peer[figure].toFixed(1)}`,
    met: ownRow[figure] >= peer[figure],
  }));
}
