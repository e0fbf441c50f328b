import { readFileSync } from 'node:fs';

/** Returns the version of the program. The relative path to package.json is the same from the build and from the bundle. */
export function readVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    const text = readIfExists(new URL(path, import.meta.url));
    const { name, version } = text === undefined ? {} : (JSON.parse(text) as { name?: string; version?: string });
    if (name === '@context-sync/cli' && version !== undefined) return version;
  }
  return 'unknown';
}

function readIfExists(url: URL): string | undefined {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return undefined;
  }
}
