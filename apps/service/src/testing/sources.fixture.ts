import { fileURLToPath } from 'node:url';

/** Node options for running the sources, including those of pages (TSX). */
export const SOURCE_OPTIONS = ['--import', new URL('../../../../scripts/resolve-sources.ts', import.meta.url).href];
/** Node arguments that start the service from its sources. */
export const MAIN_SOURCE = [...SOURCE_OPTIONS, fileURLToPath(new URL('../main.ts', import.meta.url))];
