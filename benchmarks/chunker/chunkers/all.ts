import { chonkieMarkdown } from './chonkie.ts';
import type { Chunker } from './chunker.ts';
import { langchainMarkdown, langchainRecursive } from './langchain.ts';
import { llamaindexBoth, llamaindexMarkdown, llamaindexSentence } from './llamaindex.ts';
import { mastraBoth, mastraMarkdown, mastraRecursive } from './mastra.ts';
import { ours } from './ours.ts';

/** Whom we are measured against, each at the settings that do best on the same data. */
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

/** No chunker has the name that was given; the message has all names. */
export class UnknownChunker extends Error {
  override readonly name = 'UnknownChunker';
}

/** Our chunker and its peers; with `only`, those whose name begins with it. */
export function selected(modulePath: string, only: string | undefined, more: readonly Chunker[] = []): Chunker[] {
  const all = [ours(modulePath), ...peers, ...more];
  const found = all.filter(({ name }) => only === undefined || name.startsWith(only));
  if (found.length > 0) return found;
  throw new UnknownChunker(`There is no chunker "${only}": it is one of ${all.map(({ name }) => name).join(', ')}.`);
}
