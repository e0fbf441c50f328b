import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AREAS,
  AUDIT_ACTIONS,
  BACKUP_TABLES,
  defineStore,
  POSTGRES_MIGRATIONS,
  SQLITE_MIGRATIONS,
  TABLES,
} from './areas.ts';
import { createProgram } from './cli.ts';
import { describeApi } from './describe-api.ts';
import { Interruption } from './platform/cli/interruption.ts';
import type { AreaMigrations } from './platform/database/migrations.ts';
import { getReadKind } from './platform/database/run-writes.ts';
import type { Sql } from './platform/database/sql.ts';
import { SQLITE_DIALECT } from './platform/database/sqlite/sqlite-dialect.ts';
import { type DatabaseTable, listBackedUp } from './platform/database/table.ts';

const FOLDER = join(import.meta.dirname, 'areas');
const folders = readdirSync(FOLDER);

/** Returns the source texts of all areas, without tests, by path. */
const sources = new Map(
  folders
    .flatMap((area) => readdirSync(join(FOLDER, area), { recursive: true }).map((file) => join(area, String(file))))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')]),
);

/** Returns the values of a regular expression's first capture group in all sources. */
const findAll = (expression: RegExp) =>
  [...sources.values()].flatMap((source) => [...source.matchAll(expression)].map(([, value = '']) => value));

/** Imports the files of this name from all areas, and returns the values that they export. */
async function importAll(name: string): Promise<unknown[]> {
  const files = [...sources.keys()].filter((file) => file.endsWith(`/${name}`));
  const modules: object[] = await Promise.all(files.map((file) => import(join(FOLDER, file))));
  return modules.flatMap((module) => Object.values(module));
}

const isTable = (value: unknown): value is DatabaseTable =>
  typeof value === 'object' && value !== null && 'keyNames' in value;
const isMigrations = (value: unknown): value is AreaMigrations =>
  typeof value === 'object' && value !== null && 'sqlite' in value && 'postgres' in value;

describe('areas.ts', () => {
  it('areas.ts lists every folder of apps/service/src/areas under the name of the folder', () => {
    expect(AREAS.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
  });

  it('areas.ts contains every table of an area, and a backup contains every table whose content is not derived', async () => {
    const tables = (await importAll('tables.ts')).flat().filter(isTable);
    expect(tables.length).toBeGreaterThan(20);
    expect(TABLES).toEqual(expect.arrayContaining(tables));
    expect(BACKUP_TABLES).toEqual(expect.arrayContaining(listBackedUp(tables)));
    expect(new Set(TABLES.map(({ name }) => name)).size).toBe(TABLES.length);
  });

  it('areas.ts contains every migration of an area', async () => {
    const migrations = (await importAll('migrations.ts')).filter(isMigrations);
    expect(migrations.length).toBeGreaterThan(3);
    for (const { sqlite, postgres } of migrations) {
      expect(SQLITE_MIGRATIONS).toEqual(expect.arrayContaining(Object.values(sqlite)));
      expect(POSTGRES_MIGRATIONS).toEqual(expect.arrayContaining(Object.values(postgres)));
    }
  });

  it('every function of a port that only reads is listed as a read, so that it does not run in a transaction of the writer', () => {
    const { createPorts, reads } = defineStore();
    const sql: Sql = { run: async () => 0, get: async () => undefined, all: async () => [] };
    const functions = Object.entries(createPorts({ sql, dialect: SQLITE_DIALECT })).flatMap(([port, operations]) =>
      Object.entries(operations as Record<string, unknown>).map(([name, run]) => ({ port, name, source: String(run) })),
    );
    const unlisted = functions.filter(({ port, name }) => getReadKind(reads, port, name) === undefined);
    expect(unlisted.length).toBeGreaterThan(30);
    const writes = /INSERT|UPDATE|DELETE|\.run\(|insertRow|insertRows|upsert|lock/;
    const forgotten = unlisted.filter(({ source }) => source.includes('SELECT') && !writes.test(source));
    expect(forgotten.map(({ port, name }) => `${port}.${name}`)).toEqual([]);
  });

  it('areas.ts contains exactly the audit actions that the areas record', () => {
    const recordedNames = findAll(/(?:action: |createAuditMarker\()'([\w.-]+)'/g);
    // The platform records the sign-ins and sign-outs of members, for all areas with pages.
    const signIn = readFileSync(join(import.meta.dirname, 'platform/pages/start-session.ts'), 'utf8');
    const namedValues = [
      ...findAll(/'([a-z-]+\.[a-z]+)'/g),
      ...[...signIn.matchAll(/'(session\.[a-z]+)'/g)].map(([, name]) => name),
    ];
    expect(recordedNames.length).toBeGreaterThan(30);
    for (const action of recordedNames) expect(AUDIT_ACTIONS).toContain(action);
    for (const action of AUDIT_ACTIONS)
      expect(namedValues.filter((each) => each === action).length, action).toBeGreaterThan(1);
    expect(new Set(AUDIT_ACTIONS).size).toBe(AUDIT_ACTIONS.length);
  });
});

describe('the documents and commands generated from areas', () => {
  const { document, tools } = describeApi();

  it('the OpenAPI document contains every operation of an area', () => {
    const operationMatches = JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g);
    const operations = findAll(/operationId: '(\w+)'/g);
    expect(operations.length).toBeGreaterThan(30);
    expect([...operationMatches].map(([, id]) => id).toSorted()).toEqual(operations.toSorted());
  });

  it('the MCP server offers every tool of an area', () => {
    const files = [...sources].filter(([file]) => file.endsWith('-tool.ts'));
    expect(files.length).toBeGreaterThan(5);
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      files.flatMap(([, source]) => /^ {4}name: '(\w+)'/m.exec(source)?.[1] ?? []).toSorted(),
    );
  });

  it('the API reference contains every tool with its arguments, and every operation', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/api.md'), 'utf8');
    for (const { name, input } of tools) {
      const [section = ''] = page.split(`\n### ${name}\n`)[1]?.split('\n### ') ?? [];
      for (const argument of Object.keys((input as { readonly properties: object }).properties))
        expect(section, name).toContain(`| \`${argument}\` |`);
    }
    const { paths } = document as { readonly paths: Readonly<Record<string, object>> };
    for (const [path, operations] of Object.entries(paths)) {
      for (const method of Object.keys(operations)) expect(page).toContain(`\`${method.toUpperCase()} ${path}\``);
    }
  });

  it('the command line has every command of an area', () => {
    const commands = createProgram({
      out: () => undefined,
      error: () => undefined,
      interruption: new Interruption(),
    }).commands.map((each) => each.name());
    const named = findAll(/new Command\('([\w-]+)'\)/g);
    expect(named.length).toBeGreaterThan(10);
    expect(commands).toEqual(expect.arrayContaining(named));
  });
});
