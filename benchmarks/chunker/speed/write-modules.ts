import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OWN_IMPORT = /(?<=\bfrom ')(\.{1,2}\/[^']+)\.ts(?=')/g;

/**
 * Writes a program and the modules of this project that it imports as JavaScript without types, in the same folders below another folder.
 * @param program path of the program
 * @returns path of the written program
 */
export function writeModules(program: string, folder: string): string {
  const getTarget = (file: string) => join(folder, relative(ROOT, file).replace(/\.ts$/, '.mjs'));
  const files = new Set([program]);
  // The set grows while it is iterated.
  for (const file of files) {
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    for (const [, path] of code.matchAll(OWN_IMPORT)) files.add(resolve(dirname(file), `${path}.ts`));
    mkdirSync(dirname(getTarget(file)), { recursive: true });
    writeFileSync(getTarget(file), code.replaceAll(OWN_IMPORT, '$1.mjs'));
  }
  return getTarget(program);
}
