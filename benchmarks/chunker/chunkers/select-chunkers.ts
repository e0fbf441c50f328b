import { selectByName } from '../../../scripts/program-options.ts';
import { chonkieMarkdown } from './chonkie.ts';
import type { Chunker } from './chunker-types.ts';
import { langchainMarkdown, langchainRecursive } from './langchain.ts';
import { llamaindexMarkdown } from './llamaindex.ts';
import { mastraMarkdown } from './mastra.ts';
import { createOwnChunker } from './own-chunker.ts';

/**
 * The chunkers that Context Sync is compared with: the Markdown strategy of each library within a size limit, with the
 * settings that work best on the same data, and LangChain's recursive splitter, which most applications use. Other
 * strategies of the libraries return the same chunks or worse ones.
 */
export const peers: readonly Chunker[] = [
  langchainMarkdown,
  langchainRecursive,
  chonkieMarkdown,
  llamaindexMarkdown,
  mastraMarkdown,
];

/** Returns Context Sync and its peers, or only the chunkers whose name starts with `only`. */
export function selectChunkers(modulePath: string, only: string | undefined, more: readonly Chunker[] = []) {
  const allChunkers = [createOwnChunker(modulePath), ...peers, ...more];
  return selectByName('--only', only, allChunkers, ({ name }) => name, 'beginning');
}
