import { fileURLToPath } from 'node:url';

/** Options of Node with which it runs sources, including those of pages. */
export const SOURCE_OPTIONS = ['--import', new URL('../../../../scripts/resolve-sources.ts', import.meta.url).href];
/** Arguments of Node that start the service from its sources. */
export const MAIN_SOURCE = [...SOURCE_OPTIONS, fileURLToPath(new URL('../main.ts', import.meta.url))];
