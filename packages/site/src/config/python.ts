/** Returns the value of a top-level name that is assigned a plain string literal. Nothing is run. */
export function pythonLiteral(source: string, name: string): string | undefined {
  const match = new RegExp(`^${name}\\s*=\\s*[uU]?(?:"([^"\\\\\\n]*)"|'([^'\\\\\\n]*)')\\s*(?:#.*)?$`, 'm').exec(
    source,
  );
  return match?.[1] ?? match?.[2];
}
