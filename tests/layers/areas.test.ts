import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readImportGraph } from './import-graph.ts';

const AREAS = 'apps/service/src/areas/';
const graph = readImportGraph(join(import.meta.dirname, '../..'), ['apps/service/src/**/*.ts']);
const isSource = (path: string) => !/\.(test|fixture)\.ts$/.test(path);

/** Files that belong to one area only: what it adds to the service, and how it stores its data. */
const INTERNAL = /(?:^|-)(?:routes|sql|tool|commands|resources|migrations|tables|worker|interface)\.ts$|\.area\.ts$/;

const getArea = (path: string) => (path.startsWith(AREAS) ? path.slice(AREAS.length).split('/')[0] : undefined);

/** Returns the imports between areas as `importing file > imported file`. */
function listImportsBetweenAreas(): string[] {
  return [...graph].flatMap(([file, imported]) => {
    const area = getArea(file);
    if (area === undefined || !isSource(file)) return [];
    const others = [...imported].filter((path) => getArea(path) !== undefined && getArea(path) !== area);
    return others.map((path) => `${file.slice(AREAS.length)} > ${path.slice(AREAS.length)}`);
  });
}

it('an area imports the ports and services of other areas, but nothing that belongs to one area only', () => {
  const imports = listImportsBetweenAreas();
  expect(imports.length).toBeGreaterThan(30);
  expect(imports.filter((each) => INTERNAL.test(each))).toEqual([]);
});

it('the platform imports no area, and an area nothing that knows all areas', () => {
  const sources = [...graph].filter(([file]) => isSource(file));
  const upward = sources.flatMap(([file, imported]) =>
    [...imported]
      .filter((path) => {
        if (file.startsWith('apps/service/src/platform/')) return !path.startsWith('apps/service/src/platform/');
        return getArea(file) !== undefined && !/^apps\/service\/src\/(areas|platform)\//.test(path);
      })
      .map((path) => `${file} > ${path}`),
  );
  expect(upward).toEqual([]);
});
