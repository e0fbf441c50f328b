/** Returns the value of a top-level name that is assigned a plain string literal. Nothing is run. */
export function pythonLiteral(source: string, name: string): string | undefined {
  const match = new RegExp(`^${name}\\s*=\\s*[uU]?(?:"([^"\\\\\\n]*)"|'([^'\\\\\\n]*)')\\s*(?:#.*)?$`, 'm').exec(
    source,
  );
  return match?.[1] ?? match?.[2];
}

/** Returns the value of a top-level name that is assigned a plain string literal in triple quotes, without its escapes resolved. */
export function pythonText(source: string, name: string): string | undefined {
  const open = new RegExp(`^${name}\\s*=\\s*[uUrR]?("""|''')`, 'm').exec(source);
  if (!open) return undefined;
  const from = open.index + open[0].length;
  const end = source.indexOf(open[1] ?? '', from);
  return end < 0 ? undefined : source.slice(from, end).replaceAll('\\\n', '');
}
