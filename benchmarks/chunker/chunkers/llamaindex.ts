import type { Chunker } from './chunker.ts';

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

/** Counts characters like the others; only the length of the result is used. */
const CHARACTERS = { encode: (text: string) => text, decode: (text: string) => text };

/** One node per heading; long ones are split into sentences. The content is what would be embedded, with the heading path. */
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
