import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv } from './parse-csv.ts';

/** A plain text without headings, and the positions of the answers to questions in the text. */
export interface ProseCorpus {
  readonly name: string;
  readonly text: string;
}

/** A question about a corpus. `spans` contains the UTF-16 offsets of the answer. */
export interface ProseQuestion {
  readonly corpus: string;
  readonly question: string;
  readonly spans: readonly (readonly [start: number, end: number])[];
}

interface Span {
  readonly start_index: number;
  readonly end_index: number;
}

/** Reads the corpora and questions of a folder. The offsets in the files count code points. */
export function readProse(folder: string): { corpora: ProseCorpus[]; questions: ProseQuestion[] } {
  const [head = [], ...rows] = parseCsv(readFileSync(join(folder, 'questions.csv'), 'utf8'));
  const readColumn = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? '';
  const names = [...new Set(rows.map((row) => readColumn(row, 'corpus_id')))];
  const corpora = names.map((name) => ({ name, text: readFileSync(join(folder, `${name}.md`), 'utf8') }));
  const offsets = new Map(corpora.map(({ name, text }) => [name, computeCodePointOffsets(text)]));
  const questions = rows.map((row) => {
    const corpus = readColumn(row, 'corpus_id');
    const getOffset = (index: number) => offsets.get(corpus)?.[index] ?? 0;
    const spans = (JSON.parse(readColumn(row, 'references')) as Span[]).map(
      ({ start_index, end_index }) => [getOffset(start_index), getOffset(end_index)] as const,
    );
    return { corpus, question: readColumn(row, 'question'), spans };
  });
  return { corpora, questions };
}

function computeCodePointOffsets(text: string): number[] {
  const offsets = [0];
  let offset = 0;
  for (const character of text) {
    offset += character.length;
    offsets.push(offset);
  }
  return offsets;
}
