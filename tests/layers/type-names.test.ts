import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

/** Returns the names of the interfaces, type aliases and classes that a file declares at its top level. */
function listTypeNames(path: string, source: string): string[] {
  return parseSync(path, source).program.body.flatMap((statement) => {
    const declaration =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    const isType =
      declaration.type === 'TSInterfaceDeclaration' ||
      declaration.type === 'TSTypeAliasDeclaration' ||
      declaration.type === 'ClassDeclaration';
    return isType && declaration.id ? [declaration.id.name] : [];
  });
}

it('listTypeNames returns the names of interfaces, type aliases and classes', () => {
  const source = 'export interface A {}\ntype B = 1;\nexport class C {}\nconst d = class D {};\nexport { d };\n';
  expect(listTypeNames('a.ts', source)).toEqual(['A', 'B', 'C']);
  expect(files.length).toBeGreaterThan(400);
});

it('no two files declare types with the same name', () => {
  const homes = new Map<string, string[]>();
  for (const { path, source } of files) {
    for (const name of listTypeNames(path, source)) homes.set(name, [...(homes.get(name) ?? []), path]);
  }
  const shared = [...homes].filter(([, paths]) => paths.length > 1);
  expect(shared).toEqual([]);
});
