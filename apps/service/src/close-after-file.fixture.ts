/**
 * Functions that close the resources of a fixture after all tests of a file. Test files share modules, so a hook in a fixture would run for
 * only one file.
 */
export const closeAfterFile = new Set<() => Promise<void>>();
