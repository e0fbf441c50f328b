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

/** The text that would be embedded: with the heading path, if the parser keeps it. */
function llamaindex(
  name: string,
  sized: boolean,
  parse: (parsers: NodeParsers, size: number, documents: readonly Node[]) => readonly Node[],
): Chunker {
  return {
    name,
    sized,
    async load() {
      const parsers = (await import(PARSERS)) as NodeParsers;
      const { Document, MetadataMode } = (await import(SCHEMA)) as Schema;
      return ({ text }, size) =>
        parse(parsers, size, [new Document({ text })])
          .map((node) => ({ title: '', content: node.getContent(MetadataMode.EMBED) }))
          .filter(({ content }) => content.trim() !== '');
    },
  };
}

/** One node per heading, without a size option. */
export const llamaindexMarkdown: Chunker = llamaindex('llamaindex markdown', false, (parsers, _size, documents) =>
  new parsers.MarkdownNodeParser().getNodesFromDocuments(documents),
);

/** Sentences merged up to a size. */
export const llamaindexSentence: Chunker = llamaindex('llamaindex sentence', true, (parsers, size, documents) =>
  sentences(parsers, size).getNodesFromDocuments(documents),
);

/** One node per heading; long ones are split into sentences. The closest to size-limited Markdown chunking. */
export const llamaindexBoth: Chunker = llamaindex('llamaindex md+sentence', true, (parsers, size, documents) =>
  sentences(parsers, size).getNodesFromDocuments(new parsers.MarkdownNodeParser().getNodesFromDocuments(documents)),
);

function sentences({ SentenceSplitter }: NodeParsers, size: number): Parser {
  return new SentenceSplitter({ chunkSize: size, chunkOverlap: 0, tokenizer: CHARACTERS });
}
