import type { Chunker } from './chunker-types.ts';

interface Node {
  getContent(mode: string): string;
}

interface Parser {
  getNodesFromDocuments(documents: readonly Node[]): readonly Node[];
}

interface NodeParsers {
  readonly MarkdownNodeParser: new () => Parser;
  readonly SentenceSplitter: new (options: { chunkSize: number; chunkOverlap: number; tokenizer: object }) => Parser;
}

interface Schema {
  readonly Document: new (fields: { text: string }) => Node;
  readonly MetadataMode: { readonly EMBED: string };
}

const PARSERS = '@llamaindex/core/node-parser';
const SCHEMA = '@llamaindex/core/schema';

/**
 * A tokenizer that counts characters, so that sizes are comparable with those of the other chunkers. LlamaIndex uses
 * only the length of the result.
 */
const CHARACTERS = { encode: (text: string) => text, decode: (text: string) => text };

/**
 * LlamaIndex's Markdown parser, which creates one node per heading, with long nodes split into sentences. The content
 * is the text that would be embedded, including the heading path.
 */
export const llamaindexMarkdown: Chunker = {
  name: 'llamaindex md+sentence',
  sized: true,
  async load() {
    const { MarkdownNodeParser, SentenceSplitter } = (await import(PARSERS)) as NodeParsers;
    const { Document, MetadataMode } = (await import(SCHEMA)) as Schema;
    return ({ text }, size) => {
      const sections = new MarkdownNodeParser().getNodesFromDocuments([new Document({ text })]);
      const splitter = new SentenceSplitter({ chunkSize: size, chunkOverlap: 0, tokenizer: CHARACTERS });
      return splitter
        .getNodesFromDocuments(sections)
        .map((node) => ({ title: '', content: node.getContent(MetadataMode.EMBED) }))
        .filter(({ content }) => content.trim() !== '');
    };
  },
};
