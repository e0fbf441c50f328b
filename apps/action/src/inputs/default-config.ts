/** Where the configuration file is looked for unless an input says otherwise. */
export const DEFAULT_CONFIG = '.github/context-sync.yml';
