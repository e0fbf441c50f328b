// Loads the YAML or TOML parser when a document first needs it.
import { createRequire } from 'node:module';
import type * as All from './load-eagerly.ts';

const require = createRequire(import.meta.url);

export const readToml: typeof All.readToml = (text) => (require('./toml.js') as typeof All).readToml(text);
export const readYaml: typeof All.readYaml = (text) => (require('./yaml.js') as typeof All).readYaml(text);
export const parseToml: typeof All.parseToml = (text) => (require('./toml.js') as typeof All).parseToml(text);
export const parseYaml: typeof All.parseYaml = (text) => (require('./yaml.js') as typeof All).parseYaml(text);
