// Bundlers resolve to this file (condition `production` in package.json). Node resolves to load-lazily.ts.

export { readToml } from './toml.ts';
export { readYaml } from './yaml.ts';
