import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { writeModules } from './write-modules.ts';

it('every module of the project that the measured program imports is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-modules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = writeModules(fileURLToPath(new URL('program.ts', import.meta.url)), folder);
  expect(existsSync(program)).toBe(true);
  const files = globSync('**/*.mjs', { cwd: folder }).map((file) => join(folder, file));
  const imports = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport\(?) ?["'](\.[^"']+)["']/g)].map(([, target = '']) =>
      resolve(dirname(file), target),
    ),
  );
  expect(imports.length).toBeGreaterThan(5);
  expect(imports.filter((file) => !existsSync(file))).toEqual([]);
});
