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

/** Applies several strategies in turn; the document keeps the result of the last. */
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

/** Splits before headings first, like LangChain. */
export const mastraMarkdown: Chunker = mastra('mastra markdown', (size) => [
  { strategy: 'markdown', maxSize: size, overlap: 0 },
]);

/** Splits at paragraphs, lines and words. */
export const mastraRecursive: Chunker = mastra('mastra recursive', (size) => [
  { strategy: 'recursive', maxSize: size, overlap: 0 },
]);

/** One chunk per heading with the heading path; long ones are split. The closest to size-limited Markdown chunking. */
export const mastraBoth: Chunker = mastra('mastra headers+md', (size) => [
  { strategy: 'markdown', headers: HEADERS, stripHeaders: false },
  { strategy: 'markdown', maxSize: size, overlap: 0 },
]);

/** The text with its heading path, if the strategy kept it. */
function embedded({ text, metadata }: Chunk): string {
  const path = HEADERS.map(([, name = '']) => metadata[name]).filter((heading) => typeof heading === 'string');
  return path.length === 0 ? text : `${path.join(' › ')}\n\n${text}`;
}
