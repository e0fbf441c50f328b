import type { Generator } from '../rules.ts';

/** Generators whose configuration files are recognized. */
export const GENERATORS: readonly Generator[] = [];
