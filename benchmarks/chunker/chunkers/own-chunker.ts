import { pathToFileURL } from 'node:url';
import type { Chunker, ChunkFunction, SourcePage } from './chunker-types.ts';

interface Address {
  readonly repositoryUrl: string;
  readonly root: string;
}

interface ChunkerModule {
  readonly DEFAULT_TARGET_SIZE: number;
  chunk(
    document: { path: string; text: string },
    options: { targetSize: number; address?: Address; site?: unknown },
  ): { items: readonly { title: string; content: string }[] };
}

/** A bundle of the chunker and the site index. */
interface ChunkerBundle extends ChunkerModule {
  indexSite(site: {
    readonly paths: ReadonlySet<string>;
    readonly read: (path: string) => string | undefined;
    readonly address: Address;
  }): unknown;
}

const ADDRESS: Address = { repositoryUrl: 'https://github.com/owner/name/blob/main/', root: '' };

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

/** Returns the chunker of Context Sync as the action uses it: with the URL of the repository, so that links become absolute. */
export function createOwnChunkerWithUrls(modulePath: string): Chunker {
  return {
    ...createOwnChunker(modulePath),
    async load() {
      const { chunk } = await load(modulePath);
      return (page, size) => chunk(page, { targetSize: size, address: ADDRESS }).items;
    },
  };
}

/**
 * Loads the chunker of Context Sync with an index of the pages' site, so that links are resolved as in a whole run.
 * @param bundlePath bundle of the chunker and the site index
 */
export async function loadOwnChunkerWithSite(bundlePath: string, pages: Iterable<SourcePage>): Promise<ChunkFunction> {
  const { chunk, indexSite } = (await import(pathToFileURL(bundlePath).href)) as ChunkerBundle;
  const texts = new Map([...pages].map(({ path, text }) => [path, text]));
  const site = indexSite({ paths: new Set(texts.keys()), read: (path) => texts.get(path), address: ADDRESS });
  return (page, size) => chunk(page, { targetSize: size, address: ADDRESS, site }).items;
}

/** Returns the default target size of Context Sync. */
export async function getDefaultTarget(modulePath: string): Promise<number> {
  return (await load(modulePath)).DEFAULT_TARGET_SIZE;
}

async function load(modulePath: string): Promise<ChunkerModule> {
  return (await import(pathToFileURL(modulePath).href)) as ChunkerModule;
}
