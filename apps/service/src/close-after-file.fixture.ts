/** Resources that a fixture has opened for all tests of a file. Test files share modules, so a hook in a fixture would run for one file only. */
export const closeAfterFile = new Set<() => Promise<void>>();
