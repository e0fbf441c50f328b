/** Returns the string literal that is assigned to a top-level name. The source is not executed. */
export function findPythonLiteral(source: string, name: string): string | undefined {
  const match = new RegExp(`^${name}\\s*=\\s*[uU]?(?:"([^"\\\\\\n]*)"|'([^'\\\\\\n]*)')\\s*(?:#.*)?$`, 'm').exec(
    source,
  );
  return match?.[1] ?? match?.[2];
}

/** Returns the triple-quoted string that is assigned to a top-level name. Escape sequences are not decoded. */
export function findPythonText(source: string, name: string): string | undefined {
  const openMatch = new RegExp(`^${name}\\s*=\\s*[uUrR]?("""|''')`, 'm').exec(source);
  if (!openMatch) return undefined;
  const valueStart = openMatch.index + openMatch[0].length;
  const end = source.indexOf(openMatch[1] ?? '', valueStart);
  return end < 0 ? undefined : source.slice(valueStart, end).replaceAll('\\\n', '');
}

/** Maximum length of a dictionary that is read, in UTF-16 code units. */
const MAX_DICTIONARY_LENGTH = 20_000;

/**
 * Returns the string literals of a top-level dictionary whose values are tuples of strings, such as `extlinks`. `None` is an empty text. Entries with
 * other values are left out.
 */
export function findPythonTuples(source: string, name: string): Map<string, readonly string[]> {
  const tuples = new Map<string, readonly string[]>();
  const start = new RegExp(`^${name}\\s*(?::[^=\\n]*)?=\\s*\\{`, 'm').exec(source);
  if (!start) return tuples;
  const body = source.slice(start.index + start[0].length, start.index + MAX_DICTIONARY_LENGTH);
  const end = /^\}/m.exec(body)?.index ?? body.length;
  const literal = String.raw`(?:"[^"\\\n]*"|'[^'\\\n]*'|None)`;
  const entry = new RegExp(
    `["']([\\w:+.-]+)["']\\s*:\\s*[([]\\s*(${literal}(?:\\s*,\\s*${literal})*)\\s*,?\\s*[)\\]]`,
    'g',
  );
  for (const [, key = '', values = ''] of body.slice(0, end).matchAll(entry))
    tuples.set(
      key,
      (values.match(new RegExp(literal, 'g')) ?? []).map((value) => (value === 'None' ? '' : value.slice(1, -1))),
    );
  return tuples;
}
