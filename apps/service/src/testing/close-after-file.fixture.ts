/**
 * Functions that close the resources of a fixture after all tests of a file. A hook in a fixture would run for only one file, because test files
 * share modules.
 */
export const closeAfterFile = new Set<() => Promise<void>>();
