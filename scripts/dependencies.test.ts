import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/explanation/architecture.md'), 'utf8');
const SECTION = PAGE.slice(PAGE.indexOf('\n## Dependencies'), PAGE.indexOf('\n## Libraries tried'));

const namesIn = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/** The dependencies of the workspace, of the scripts and of the pictures, excluding the packages of this project. */
const usedPackages = globSync(['package.json', '{packages,apps,tests,scripts}/{,*/}package.json'], {
  cwd: ROOT,
}).flatMap((path) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  return [...namesIn(dependencies), ...namesIn(devDependencies)].filter((name) => !name.startsWith('@context-sync/'));
});

const listedPackages = SECTION.split('\n').flatMap((line) => {
  const [, packages = ''] = line.startsWith('| `') ? line.split('|') : [];
  return [...packages.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
});

it('the tables in docs/explanation/architecture.md list each dependency of the project exactly once', () => {
  expect(usedPackages.length).toBeGreaterThan(40);
  expect(listedPackages.toSorted()).toEqual([...new Set(usedPackages)].toSorted());
});
