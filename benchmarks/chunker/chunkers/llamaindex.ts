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

/** Counts characters, as the others do; of what it gives, only the length is looked at. */
const CHARACTERS = { encode: (text: string) => text, decode: (text: string) => text };

/** The pieces are what would be embedded: with the path of headings where the parser keeps one. */
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

/** One node per heading. It has no size. */
export const llamaindexMarkdown: Chunker = llamaindex('llamaindex markdown', false, (parsers, _size, documents) =>
  new parsers.MarkdownNodeParser().getNodesFromDocuments(documents),
);

/** Sentences gathered up to a size. */
export const llamaindexSentence: Chunker = llamaindex('llamaindex sentence', true, (parsers, size, documents) =>
  sentences(parsers, size).getNodesFromDocuments(documents),
);

/** One node per heading, and those that are too long cut into sentences: what comes nearest to Markdown within a limit. */
export const llamaindexBoth: Chunker = llamaindex('llamaindex md+sentence', true, (parsers, size, documents) =>
  sentences(parsers, size).getNodesFromDocuments(new parsers.MarkdownNodeParser().getNodesFromDocuments(documents)),
);

function sentences({ SentenceSplitter }: NodeParsers, size: number): Parser {
  return new SentenceSplitter({ chunkSize: size, chunkOverlap: 0, tokenizer: CHARACTERS });
}
