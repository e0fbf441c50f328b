import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { getVariable, SERVE_SETTINGS } from '../commands/serve-settings.ts';
import { isInContext, listContextFiles, readIgnorePatterns } from './build-context.fixture.ts';
import { listTexts, parseExecForm, ROOT, readEnvironment, readStages } from './containerfile.fixture.ts';

type Manifest = Readonly<Record<string, unknown>> & { readonly name: string };

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readManifest = (folder: string): Manifest => JSON.parse(readText(join(folder, 'package.json')));
const listNames = (dependencies: unknown): string[] =>
  typeof dependencies === 'object' && dependencies !== null ? Object.keys(dependencies) : [];

const context = new Set(listContextFiles());
const stages = readStages();
const image = stages.at(-1);
const workspace = parse(readText('pnpm-workspace.yaml')) as {
  readonly packages: readonly string[];
  readonly patchedDependencies: Readonly<Record<string, string>>;
};
const folders = new Map(
  globSync(
    workspace.packages.map((pattern) => `${pattern}/package.json`),
    { cwd: ROOT },
  ).map((path) => [readManifest(dirname(path)).name, dirname(path)]),
);

/** Returns the folders of the packages that are built for the service: the service and all packages that these packages depend on. */
function listBuiltFolders(): string[] {
  const names = new Set(['@context-sync/service']);
  for (const name of names) {
    for (const each of listNames(readManifest(folders.get(name) ?? '').dependencies))
      if (folders.has(each)) names.add(each);
  }
  return [...names].map((name) => folders.get(name) ?? '');
}
const builtFolders = listBuiltFolders();

/** Returns the sources of a package that are compiled into its build. */
function listSources(folder: string): string[] {
  return globSync(`${folder}/src/**/*.ts`, { cwd: ROOT }).filter((path) => !/\.(?:test|fixture)\.ts$/.test(path));
}

describe('the build context of the image', () => {
  it.each(builtFolders)('the build context of the image contains every file that the build of %s reads', (folder) => {
    const sources = listSources(folder);
    const configuration = [`${folder}/tsconfig.build.json`];
    for (const path of configuration) {
      const { extends: base } = JSON.parse(readText(path)) as { readonly extends?: string };
      if (base !== undefined) configuration.push(join(dirname(path), base));
    }
    expect(sources.length).toBeGreaterThan(0);
    const needed = [`${folder}/package.json`, ...configuration, ...sources];
    expect(needed.filter((path) => !context.has(path))).toEqual([]);
  });

  it.each(builtFolders)(
    'the build context of the image contains the packages that %s imports, even without development dependencies',
    (folder) => {
      const { dependencies: declared, imports: ownImports } = readManifest(folder);
      const dependencies = [...listNames(declared), ...listNames(ownImports)];
      const imports = listSources(folder).flatMap((path) =>
        [
          ...readText(path).matchAll(/\bfrom '([^'.][^']*)';$|^import '([^'.][^']*)';$|\bimport\('([^'.][^']*)'\)/gm),
        ].map(([, name, effects, dynamic]) => name ?? effects ?? dynamic ?? ''),
      );
      const names = imports.map((each) =>
        each
          .split('/')
          .slice(0, each.startsWith('@') ? 2 : 1)
          .join('/'),
      );
      const isInstalled = (name: string) => dependencies.includes(name) || dependencies.includes(`@types/${name}`);
      expect(names.filter((name) => !name.startsWith('node:') && !isInstalled(name))).toEqual([]);
    },
  );

  it('the build context of the image contains the lockfile and every patch that the workspace applies', () => {
    const neededPaths = [
      'package.json',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      ...Object.values(workspace.patchedDependencies),
    ];
    expect(neededPaths.filter((path) => !context.has(path))).toEqual([]);
  });

  it.each(builtFolders)('the image contains only the build and the assets of %s', (folder) => {
    const files = folder === 'apps/service' ? ['assets', 'build'] : ['build'];
    expect(readManifest(folder)).toMatchObject({ files, scripts: { build: 'tsc -p tsconfig.build.json' } });
  });

  it.each([
    '.git/config',
    '.env',
    'apps/service/.env.production',
    'context-sync.db',
    'apps/service/context-sync.db-wal',
    'backup.ndjson',
    'node_modules/zod/index.js',
    'packages/core/node_modules/zod/index.js',
    'packages/core/build/index.js',
    'apps/service/src/deploy/image.test.ts',
    'apps/action/dist/index.js',
  ])('the build context of the image does not contain %s', (path) => {
    expect(isInContext(path)).toBe(false);
  });

  it('the ignore patterns of the build context have the same meaning in Docker and Podman', () => {
    for (const { text, includes } of readIgnorePatterns()) {
      expect(text).toMatch(/^!?(?:\*\*\/)?[\w.*-]+(?:\/[\w.*-]+)*$/);
      if (includes) expect(existsSync(join(ROOT, text.slice(1))), text).toBe(true);
    }
  });
});

describe('Containerfile', () => {
  it('the Containerfile builds both stages from the image of the Node.js release that the project uses', () => {
    const [version] = readText('.nvmrc').trim().split('.');
    expect(stages.map(({ image: from }) => from)).toEqual([`node:${version}-slim`, `node:${version}-slim`]);
  });

  it('the Containerfile copies only files of an earlier stage into the image', () => {
    const names = stages.slice(0, -1).map(({ name }) => name);
    const copies = listTexts(image, 'COPY');
    expect(copies.length).toBeGreaterThan(0);
    for (const copy of copies) expect(names).toContain(/--from=(\w+)/.exec(copy)?.[1]);
  });

  it('the Containerfile sets only variables that the service supports', () => {
    const names = Object.keys(readEnvironment(image)).filter((name) => name.startsWith('CONTEXT_SYNC_'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(Object.keys(SERVE_SETTINGS).map(getVariable)).toContain(name);
  });

  it('the Containerfile runs the service as a user other than root, in exec form, and stops it with SIGTERM', () => {
    const names = image?.instructions.map(({ name }) => name) ?? [];
    expect(listTexts(image, 'USER')).toEqual(['node']);
    expect(names.lastIndexOf('RUN')).toBeLessThan(names.indexOf('USER'));
    expect(parseExecForm(listTexts(image, 'ENTRYPOINT')[0])).toEqual(['node', '/service/build/main.js']);
    expect(parseExecForm(listTexts(image, 'CMD')[0])).toEqual(['serve']);
    expect(listTexts(image, 'STOPSIGNAL')).toEqual(['SIGTERM']);
  });
});
