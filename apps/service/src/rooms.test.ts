import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = import.meta.dirname;

/** Maps each folder to the folders that its source files import from. */
function importsOfRooms(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.ts', { cwd: ROOT })) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue;
    const [room = ''] = file.split(sep);
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const [, path = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const [other = ''] = join(dirname(file), path).split(sep);
      if (other !== room) imported.add(other);
    }
  }
  return rooms;
}

it('has folders that import one way', () => {
  const left = importsOfRooms();
  expect(left.get('http')).toContain('store');
  // Remove folders without remaining imports, until nothing changes; only cycles are left.
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [room, imported] of left) if (![...imported].some((other) => left.has(other))) left.delete(room);
  }
  expect(Object.fromEntries(left)).toEqual({});
});
