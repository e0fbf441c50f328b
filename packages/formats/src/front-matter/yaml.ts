import type { Data } from '@context-sync/reading';
import { isAlias, isMap, isScalar, LineCounter, parseDocument } from 'yaml';

/** Parses YAML as data, without custom tags; the library limits aliases. Returns undefined if the text is not a mapping. */
export function readYaml(text: string): Data {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema: 'core', logLevel: 'silent', lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) return { fault: { line: lineCounter.linePos(error.pos[0]).line - 1, message: error.message } };
  if (document.contents === null) return { values: new Map() };
  if (!isMap(document.contents)) return undefined;
  const values = new Map<string, unknown>();
  for (const name of ['title', 'description', 'draft', 'published', 'public', 'context']) {
    const node = document.get(name, true);
    const value = isAlias(node) ? node.resolve(document) : node;
    values.set(name, isScalar(value) ? value.value : undefined);
  }
  return { values };
}

/** Parses a configuration file as data; undefined if it is not YAML. Custom tags, such as those of MkDocs, are ignored. */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', merge: true, logLevel: 'silent', prettyErrors: false });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    // The text contains aliases that expand exponentially, or an alias without an anchor.
    return undefined;
  }
}
