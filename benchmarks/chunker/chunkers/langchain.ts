import type { Chunker } from './chunker.ts';

interface Splitter {
  splitText(text: string): Promise<string[]>;
}

interface Langchain {
  readonly MarkdownTextSplitter: new (fields: { chunkSize: number; chunkOverlap: number }) => Splitter;
  readonly RecursiveCharacterTextSplitter: new (fields: { chunkSize: number; chunkOverlap: number }) => Splitter;
}

const MODULE = '@langchain/textsplitters';

/** Overlap is turned off, because with overlap, LangChain finds fewer answers at the same mean size and re-creates more items. */
function langchain(name: string, splitter: 'MarkdownTextSplitter' | 'RecursiveCharacterTextSplitter'): Chunker {
  return {
    name,
    sized: true,
    async load() {
      const { [splitter]: Splitter } = (await import(MODULE)) as Langchain;
      return async ({ text }, size) => {
        const chunks = await new Splitter({ chunkSize: size, chunkOverlap: 0 }).splitText(text);
        return chunks.map((content) => ({ title: '', content }));
      };
    },
  };
}

/** A splitter that splits before headings, then at code fences, horizontal rules, paragraphs, lines and words. */
export const langchainMarkdown: Chunker = langchain('langchain markdown', 'MarkdownTextSplitter');

/** A splitter that splits at paragraphs, lines and words. */
export const langchainRecursive: Chunker = langchain('langchain recursive', 'RecursiveCharacterTextSplitter');
