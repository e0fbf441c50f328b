import type { Chunker } from './chunker-types.ts';

interface Level {
  readonly delimiters?: readonly string[];
  readonly whitespace?: boolean;
  readonly includeDelim?: 'prev' | 'next' | 'none';
}

interface Chonkie {
  readonly RecursiveRules: new (config: { levels: readonly Level[] }) => object;
  readonly RecursiveChunker: {
    create(options: { chunkSize: number; minCharactersPerChunk?: number; rules?: object }): Promise<{
      chunk(text: string): Promise<readonly { text: string }[]>;
    }>;
  };
}

const CHONKIE_PACKAGE = '@chonkiejs/core';

/** The levels of Chonkie's Markdown recipe, which the JavaScript port does not include. */
const MARKDOWN: readonly Level[] = [
  { delimiters: ['\n# ', '\n## ', '\n### ', '\n#### ', '\n##### ', '\n###### '], includeDelim: 'next' },
  { delimiters: ['\n\n', '\r\n', '\n', '\r'], includeDelim: 'prev' },
  { delimiters: ['. ', '! ', '? '], includeDelim: 'prev' },
  { whitespace: true },
  {},
];

/** The chunker of Chonkie with its Markdown recipe. */
export const chonkieMarkdown: Chunker = {
  name: 'chonkie markdown',
  sized: true,
  async load() {
    const { RecursiveChunker, RecursiveRules } = (await import(CHONKIE_PACKAGE)) as Chonkie;
    const rules = new RecursiveRules({ levels: MARKDOWN });
    return async ({ text }, size) => {
      const chunker = await RecursiveChunker.create({ chunkSize: size, rules });
      return (await chunker.chunk(text)).map((chunk) => ({ title: '', content: chunk.text }));
    };
  },
};
