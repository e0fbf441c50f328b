import { chonkieMarkdown } from './chonkie.ts';
import type { Chunker } from './chunker.ts';
import { langchainMarkdown, langchainRecursive } from './langchain.ts';
import { llamaindexMarkdown } from './llamaindex.ts';
import { mastraMarkdown } from './mastra.ts';
import { ours } from './ours.ts';

/**
 * The chunkers in the comparison: the Markdown strategy of each library within a size limit, with the settings that work best on the same
 * data, and LangChain's recursive splitter, which most applications use. Other strategies of the libraries return the same chunks or
 * worse ones.
 */
export const peers: readonly Chunker[] = [
  langchainMarkdown,
  langchainRecursive,
  chonkieMarkdown,
  llamaindexMarkdown,
  mastraMarkdown,
];

/** An error if no chunker has the given name. The message lists all names. */
export class UnknownChunkerError extends Error {
  override readonly name = 'UnknownChunker';
}

/** Returns Context Sync and its peers, or only the chunkers whose name starts with `only`. */
export function selectChunkers(modulePath: string, only: string | undefined, more: readonly Chunker[] = []): Chunker[] {
  const all = [ours(modulePath), ...peers, ...more];
  const found = all.filter(({ name }) => only === undefined || name.startsWith(only));
  if (found.length > 0) return found;
  throw new UnknownChunkerError(
    `There is no chunker "${only}": it is one of ${all.map(({ name }) => name).join(', ')}.`,
  );
}
