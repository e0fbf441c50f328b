import { pathToFileURL } from 'node:url';
import type { Chunker } from './chunker.ts';

interface OurModule {
  readonly DEFAULT_TARGET_SIZE: number;
  chunk(
    document: { path: string; text: string },
    options: { targetSize: number },
  ): { items: readonly { title: string; content: string }[] };
}

/** Context Sync from a given build, so that two builds can be compared. */
export function ours(modulePath: string): Chunker {
  return {
    name: 'ours',
    sized: true,
    async load() {
      const { chunk } = await load(modulePath);
      return (page, size) => chunk(page, { targetSize: size }).items;
    },
  };
}

/** The default target size of Context Sync. */
export async function defaultTarget(modulePath: string): Promise<number> {
  return (await load(modulePath)).DEFAULT_TARGET_SIZE;
}

async function load(modulePath: string): Promise<OurModule> {
  return (await import(pathToFileURL(modulePath).href)) as OurModule;
}
