/** Returns the value of a key of parsed configuration; undefined if the key does not exist. */
export function getValue(config: unknown, key: string): unknown {
  return typeof config === 'object' && config !== null && Object.hasOwn(config, key)
    ? (config as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

export function getText(config: unknown, key: string): string | undefined {
  const value = getValue(config, key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export function listAt(config: unknown, key: string): readonly unknown[] {
  const value = getValue(config, key);
  return Array.isArray(value) ? value : [];
}

/** Returns the key-value pairs of a mapping; an empty list if the value is not a mapping. */
export function getPairs(config: unknown, key: string): [string, unknown][] {
  const value = getValue(config, key);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
