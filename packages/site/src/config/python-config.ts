/** Returns the value of a top-level name that is assigned a plain string literal. Nothing is run. */
export function pythonLiteral(source: string, name: string): string | undefined {
  const match = new RegExp(`^${name}\\s*=\\s*[uU]?(?:"([^"\\\\\\n]*)"|'([^'\\\\\\n]*)')\\s*(?:#.*)?$`, 'm').exec(
    source,
  );
  return match?.[1] ?? match?.[2];
}

/** Returns the value of a top-level name that is assigned a plain string literal in triple quotes, without its escapes resolved. */
export function pythonText(source: string, name: string): string | undefined {
  const openMatch = new RegExp(`^${name}\\s*=\\s*[uUrR]?("""|''')`, 'm').exec(source);
  if (!openMatch) return undefined;
  const valueStart = openMatch.index + openMatch[0].length;
  const end = source.indexOf(openMatch[1] ?? '', valueStart);
  return end < 0 ? undefined : source.slice(valueStart, end).replaceAll('\\\n', '');
}
