// Bundlers take this file (condition `production` in package.json). Node takes load-lazily.ts.

export { readToml } from './toml.ts';
export { readYaml } from './yaml.ts';
