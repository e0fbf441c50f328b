import { pathToFileURL } from 'node:url';
import type { Chunker } from './chunker-types.ts';

interface ChunkerModule {
  readonly DEFAULT_TARGET_SIZE: number;
  chunk(
    document: { path: string; text: string },
    options: { targetSize: number; address?: { repositoryUrl: string; root: string } },
  ): { items: readonly { title: string; content: string }[] };
}

/** Returns the chunker of Context Sync from a given build, so that two builds can be compared. */
export function createOwnChunker(modulePath: string): Chunker {
  return {
    name: 'ours',
    sized: true,
    async load() {
      const { chunk } = await load(modulePath);
      return (page, size) => chunk(page, { targetSize: size }).items;
    },
  };
}

/** Returns the chunker of Context Sync as the action uses it: with the address of the repository, so that links become absolute. */
export function createOwnChunkerWithUrls(modulePath: string): Chunker {
  const address = { repositoryUrl: 'https://github.com/owner/name/blob/main', root: '' };
  return {
    ...createOwnChunker(modulePath),
    async load() {
      const { chunk } = await load(modulePath);
      return (page, size) => chunk(page, { targetSize: size, address }).items;
    },
  };
}

/** Returns the default target size of Context Sync. */
export async function getDefaultTarget(modulePath: string): Promise<number> {
  return (await load(modulePath)).DEFAULT_TARGET_SIZE;
}

async function load(modulePath: string): Promise<ChunkerModule> {
  return (await import(pathToFileURL(modulePath).href)) as ChunkerModule;
}
