// Bundlers resolve to this file (condition `production` in package.json). Node resolves to load-lazily.ts.

export { parseToml, readToml } from './toml.ts';
export { parseYaml, readYaml } from './yaml.ts';
