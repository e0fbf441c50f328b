/** Value of a key of parsed configuration; undefined if there is none. */
export function valueAt(config: unknown, key: string): unknown {
  return typeof config === 'object' && config !== null && Object.hasOwn(config, key)
    ? (config as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

export function textAt(config: unknown, key: string): string | undefined {
  const value = valueAt(config, key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export function listAt(config: unknown, key: string): readonly unknown[] {
  const value = valueAt(config, key);
  return Array.isArray(value) ? value : [];
}

/** Pairs of a mapping; none if the value is something else. */
export function pairsAt(config: unknown, key: string): [string, unknown][] {
  const value = valueAt(config, key);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
