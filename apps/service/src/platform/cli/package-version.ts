import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The relative path to package.json is the same from the sources and from the build. */
const PACKAGE = new URL('../../../package.json', import.meta.url);

/** Returns the version of the service. */
export function readPackageVersion(): string {
  return z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version;
}
