import { parseToml, parseYaml } from '#front-matter-parsers';

/** Parses a configuration file in YAML, TOML or JSON by its name; undefined if the text is not valid. */
export function parseConfig(path: string, text: string): unknown {
  if (path.endsWith('.toml')) return parseToml(text);
  if (!path.endsWith('.json')) return parseYaml(text);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
