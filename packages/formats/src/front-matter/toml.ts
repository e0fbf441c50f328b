import type { Data } from '@context-sync/reading';
import { parse, TomlError } from 'smol-toml';

/** Parses TOML. Returns the values, or the error with its line. */
export function readToml(text: string): Data {
  try {
    return { values: new Map(Object.entries(parse(text))) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    return { fault: { line: error.line - 1, message } };
  }
}

/** Parses a configuration file as data; undefined if it is not TOML. */
export function parseToml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
