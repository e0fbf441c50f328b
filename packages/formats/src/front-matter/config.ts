import { parseToml, parseYaml } from '#front-matter-parsers';

/** Matches the strings and the comments of JSON. The end of the text also ends them, so that each character is read once. */
const STRING_OR_COMMENT = /"[^"\\]*(?:\\.[^"\\]*)*"?|\/\/[^\n]*|\/\*(?:.*?\*\/|.*)/gs;
/** Matches the strings of JSON, and the commas after the last value of an object or a list. */
const STRING_OR_LAST_COMMA = /"[^"\\]*(?:\\.[^"\\]*)*"?|,(?=\s*[}\]])/gs;

/** Parses a configuration file in YAML, TOML or JSON by its name; undefined if the text is not valid. */
export function parseConfig(path: string, text: string): unknown {
  if (path.endsWith('.toml')) return parseToml(text);
  if (!path.endsWith('.json')) return parseYaml(text);
  return parseJson(text) ?? parseJson(toStrictJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes syntax that JSON does not allow but generators accept: a byte order mark, comments, and commas after the last value. */
function toStrictJson(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(STRING_OR_COMMENT, (match) => (match.startsWith('"') ? match : ' '))
    .replace(STRING_OR_LAST_COMMA, (match) => (match === ',' ? '' : match));
}
