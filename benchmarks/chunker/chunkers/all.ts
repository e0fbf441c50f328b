import { chonkieMarkdown } from './chonkie.ts';
import type { Chunker } from './chunker.ts';
import { langchainMarkdown, langchainRecursive } from './langchain.ts';
import { llamaindexBoth, llamaindexMarkdown, llamaindexSentence } from './llamaindex.ts';
import { mastraBoth, mastraMarkdown, mastraRecursive } from './mastra.ts';
import { ours } from './ours.ts';

/** The chunkers in the comparison, each with the settings that work best on the same data. */
export const peers: readonly Chunker[] = [
  langchainMarkdown,
  langchainRecursive,
  chonkieMarkdown,
  llamaindexMarkdown,
  llamaindexSentence,
  llamaindexBoth,
  mastraMarkdown,
  mastraRecursive,
  mastraBoth,
];

/** No chunker has the given name. The message lists all names. */
export class UnknownChunker extends Error {
  override readonly name = 'UnknownChunker';
}

/** Returns Context Sync and its peers; with `only`, those whose name starts with it. */
export function selected(modulePath: string, only: string | undefined, more: readonly Chunker[] = []): Chunker[] {
  const all = [ours(modulePath), ...peers, ...more];
  const found = all.filter(({ name }) => only === undefined || name.startsWith(only));
  if (found.length > 0) return found;
  throw new UnknownChunker(`There is no chunker "${only}": it is one of ${all.map(({ name }) => name).join(', ')}.`);
}
