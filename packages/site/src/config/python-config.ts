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
