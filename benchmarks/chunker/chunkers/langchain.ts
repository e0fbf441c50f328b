import type { Chunker } from './chunker-types.ts';

interface Splitter {
  splitText(text: string): Promise<string[]>;
}

interface LangchainModule {
  readonly MarkdownTextSplitter: new (fields: { chunkSize: number; chunkOverlap: number }) => Splitter;
  readonly RecursiveCharacterTextSplitter: new (fields: { chunkSize: number; chunkOverlap: number }) => Splitter;
}

const LANGCHAIN_PACKAGE = '@langchain/textsplitters';

/**
 * Creates a LangChain chunker without overlap. With overlap, LangChain finds fewer answers at the same mean size and
 * re-creates more items.
 */
function createLangchain(name: string, splitter: 'MarkdownTextSplitter' | 'RecursiveCharacterTextSplitter'): Chunker {
  return {
    name,
    sized: true,
    async load() {
      const { [splitter]: Splitter } = (await import(LANGCHAIN_PACKAGE)) as LangchainModule;
      return async ({ text }, size) => {
        const chunks = await new Splitter({ chunkSize: size, chunkOverlap: 0 }).splitText(text);
        return chunks.map((content) => ({ title: '', content }));
      };
    },
  };
}

/**
 * LangChain's Markdown splitter, which splits before headings, then at code fences, horizontal rules, paragraphs, lines
 * and words.
 */
export const langchainMarkdown: Chunker = createLangchain('langchain markdown', 'MarkdownTextSplitter');

/** LangChain's recursive splitter, which splits at paragraphs, lines and words. */
export const langchainRecursive: Chunker = createLangchain('langchain recursive', 'RecursiveCharacterTextSplitter');
