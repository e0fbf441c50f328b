import type { Chunker } from './chunker.ts';

interface Chunk {
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Mastra {
  readonly MDocument: {
    fromMarkdown(text: string): { chunk(params: object): Promise<readonly Chunk[]> };
  };
}

const MODULE = '@mastra/rag';
const HEADERS = ['#', '##', '###', '####', '#####', '######'].map((marks) => [marks, `h${marks.length}`]);

/** Several strategies are applied one after the other, as the document keeps what the last one made. */
function mastra(name: string, strategies: (size: number) => readonly object[]): Chunker {
  return {
    name,
    sized: true,
    async load() {
      const { MDocument } = (await import(MODULE)) as Mastra;
      return async ({ text }, size) => {
        const document = MDocument.fromMarkdown(text);
        let chunks: readonly Chunk[] = [];
        for (const strategy of strategies(size)) chunks = await document.chunk(strategy);
        return chunks.map((chunk) => ({ title: '', content: embedded(chunk) }));
      };
    },
  };
}

/** Splits before headings first, as langchain does. */
export const mastraMarkdown: Chunker = mastra('mastra markdown', (size) => [
  { strategy: 'markdown', maxSize: size, overlap: 0 },
]);

/** Splits at paragraphs, lines, words. */
export const mastraRecursive: Chunker = mastra('mastra recursive', (size) => [
  { strategy: 'recursive', maxSize: size, overlap: 0 },
]);

/** One chunk per heading with the path of headings, and those that are too long cut: what comes nearest to Markdown within a limit. */
export const mastraBoth: Chunker = mastra('mastra headers+md', (size) => [
  { strategy: 'markdown', headers: HEADERS, stripHeaders: false },
  { strategy: 'markdown', maxSize: size, overlap: 0 },
]);

/** The text with the headings that it stands under, where the strategy kept them. */
function embedded({ text, metadata }: Chunk): string {
  const path = HEADERS.map(([, name = '']) => metadata[name]).filter((heading) => typeof heading === 'string');
  return path.length === 0 ? text : `${path.join(' › ')}\n\n${text}`;
}
