import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** Returns the paths of the files in the table of a section. A name without a folder refers to the last folder that the text above the table mentions. */
function listFiles(heading: string): string[] {
  const [section = ''] = page.split(`\n### ${heading}\n`)[1]?.split('\n### ') ?? [];
  const [text = '', ...rows] = section.split('\n| ');
  const folder = /`((?:apps|packages)\/[^`]*\/[^`.]+)`/.exec(text)?.[1] ?? '';
  const cells = rows.map((row) => row.split(' | ')[0] ?? '');
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) =>
      name.includes('/') || !name.includes('.') ? name : folder ? `${folder}/${name}` : name,
    ),
  );
}

describe('the lists of files in CONTRIBUTING.md', () => {
  it.each([
    ['Add a field', 12],
    ['Add an area', 14],
    ['Add an MCP tool', 3],
    ['Add an input', 4],
  ])('the section "%s" of CONTRIBUTING.md lists only files that exist', (heading, count) => {
    const files = listFiles(heading);
    expect(files).toHaveLength(count);
    // A placeholder such as `<area>` matches any name, because the table uses it for every area.
    const missing = files.filter((file) => globSync(file.replaceAll(/<\w+>/g, '*'), { cwd: ROOT }).length === 0);
    expect(missing).toEqual([]);
  });

  it('the section "Add an area" of CONTRIBUTING.md lists every kind of file that most areas have', () => {
    const files = listFiles('Add an area').map((file) => file.split('/').at(-1));
    const areas = globSync('apps/service/src/areas/*', { cwd: ROOT });
    const names = globSync('apps/service/src/areas/*/*.ts', { cwd: ROOT }).map((file) => file.split('/').at(-1) ?? '');
    const frequent = [...new Set(names)].filter(
      (name) => names.filter((each) => each === name).length > areas.length / 2,
    );
    expect(frequent.length).toBeGreaterThan(4);
    expect(files).toEqual(expect.arrayContaining(frequent));
  });
});

describe('.vscode/launch.json', () => {
  const { configurations, compounds } = JSON.parse(readFileSync(join(ROOT, '.vscode/launch.json'), 'utf8')) as {
    readonly configurations: readonly {
      readonly name: string;
      readonly program: string;
      readonly runtimeArgs: string[];
    }[];
    readonly compounds: readonly { readonly configurations: readonly string[] }[];
  };

  it('.vscode/launch.json starts only files that exist, and its compound refers only to configurations that exist', () => {
    const files = configurations.flatMap(({ program, runtimeArgs }) => [program, runtimeArgs.at(-1) ?? '']);
    expect(files.filter((file) => globSync(file.replace(/^\.\//, ''), { cwd: ROOT }).length === 0)).toEqual([]);
    const names = configurations.map(({ name }) => name);
    expect(compounds.flatMap((each) => each.configurations).toSorted()).toEqual(names.toSorted());
  });
});
