import type { Chunker } from './chunker-types.ts';

interface Chunk {
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Mastra {
  readonly MDocument: {
    fromMarkdown(text: string): { chunk(params: object): Promise<readonly Chunk[]> };
  };
}

const MASTRA_PACKAGE = '@mastra/rag';
const HEADERS = ['#', '##', '###', '####', '#####', '######'].map((marks) => [marks, `h${marks.length}`]);

/**
 * Mastra's Markdown strategy, which creates one chunk per heading with the heading path, with long chunks split
 * further. The second strategy continues with the chunks of the first, because Mastra's document object stores them.
 */
export const mastraMarkdown: Chunker = {
  name: 'mastra headers+md',
  sized: true,
  async load() {
    const { MDocument } = (await import(MASTRA_PACKAGE)) as Mastra;
    return async ({ text }, size) => {
      const document = MDocument.fromMarkdown(text);
      await document.chunk({ strategy: 'markdown', headers: HEADERS, stripHeaders: false });
      const chunks = await document.chunk({ strategy: 'markdown', maxSize: size, overlap: 0 });
      return chunks.map((chunk) => ({ title: '', content: formatTitledText(chunk) }));
    };
  },
};

/** Returns the text with its heading path if the strategy has kept the path. */
function formatTitledText({ text, metadata }: Chunk): string {
  const path = HEADERS.map(([, name = '']) => metadata[name]).filter((heading) => typeof heading === 'string');
  return path.length === 0 ? text : `${path.join(' › ')}\n\n${text}`;
}
