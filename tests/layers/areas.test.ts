import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImportGraph, readImportGraph } from './import-graph.ts';

const SERVICE = 'apps/service/src/';
const AREAS = `${SERVICE}areas/`;
const isSource = (path: string) => !/\.(test|fixture)\.ts$/.test(path);

/** Files besides the ports that other areas may import. Every other file may be imported only within its area. */
const SERVICES = [
  'api-description/assign-route.ts',
  'api-description/openapi-parsers.ts',
  'api-description/openapi-documents.ts',
  'api-description/endpoint-matchers.ts',
  'api-description/normalize-path.ts',
  'api-description/describe-reference.ts',
  'api-description/reference-entries.ts',
  'api-description/reference-schema.ts',
  'context/search-sql.ts',
  'context/segments-sql.ts',
  'docs/preview-store.ts',
  'feedback/prepare-report.ts',
  'feedback/services.ts',
  'feedback/stored-report.ts',
  'logs/endpoint-name.ts',
  'logs/erase-logs.ts',
  'logs/histogram.ts',
  'logs/ingest-limits.ts',
  'logs/log-storage.ts',
  'logs/traffic-delta.ts',
  'metrics/fold-traffic.ts',
  'metrics/metrics-reports.ts',
  'metrics/newest-logs.ts',
  'metrics/pending-counts.ts',
  'projects/schemas.ts',
  'recovery/hint-set.ts',
  'search/entries-sql.ts',
  'search/public-reference-sql.ts',
  'use-cases/describe-use-case.ts',
  'use-cases/export-skill.ts',
];
/** The files outside of the areas that may import from areas: the list of areas, and modules that are created once for all areas. */
const COMPOSITION = ['areas.ts', 'commands/bootstrap.ts', 'open-store.ts', 'parsers.ts', 'server.ts', 'services.ts'];

const getArea = (path: string) => (path.startsWith(AREAS) ? path.slice(AREAS.length).split('/')[0] : undefined);
const isPort = (path: string) => /^[^/]+\/store\.ts$/.test(path.slice(AREAS.length));

/** Lists the imports between areas as `importing file > imported file`. */
function listImportsBetweenAreas(graph: ImportGraph): { imported: string; text: string }[] {
  return [...graph].flatMap(([file, imports]) => {
    const area = getArea(file);
    if (area === undefined || !isSource(file)) return [];
    const otherAreas = [...imports].filter((path) => getArea(path) !== undefined && getArea(path) !== area);
    return otherAreas.map((imported) => ({
      imported,
      text: `${file.slice(AREAS.length)} > ${imported.slice(AREAS.length)}`,
    }));
  });
}

/** Lists the imports of other areas' files that are neither ports nor services. */
function listInternalImports(graph: ImportGraph): string[] {
  const isOffered = (path: string) => isPort(path) || SERVICES.includes(path.slice(AREAS.length));
  return listImportsBetweenAreas(graph).flatMap(({ imported, text }) => (isOffered(imported) ? [] : [text]));
}

/** Lists the imports that violate the layers: the platform may not import areas, and areas may not import files above them. */
function listUpwardImports(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imports]) => {
    if (!isSource(file)) return [];
    const name = file.slice(SERVICE.length);
    const isAllowed = (path: string) => {
      const importedPath = path.slice(SERVICE.length);
      if (name.startsWith('platform/')) return importedPath.startsWith('platform/');
      if (name.startsWith('areas/')) return /^(areas|platform)\//.test(importedPath);
      return COMPOSITION.includes(name) || !importedPath.startsWith('areas/');
    };
    return [...imports].filter((path) => !isAllowed(path)).map((path) => `${name} > ${path.slice(SERVICE.length)}`);
  });
}

const createGraph = (edges: Readonly<Record<string, string>>): ImportGraph =>
  new Map(Object.entries(edges).map(([file, imported]) => [SERVICE + file, new Set([SERVICE + imported])]));

describe('the rules for imports of the service', () => {
  it.each([
    ['routes of another area', 'areas/users/routes.ts', 'areas/logs/routes.ts'],
    ['SQL of another area', 'areas/users/sql.ts', 'areas/logs/sql.ts'],
    ['a file that is not a port or a service of another area', 'areas/users/routes.ts', 'areas/logs/new-log.ts'],
    ['a port in a subfolder', 'areas/users/routes.ts', 'areas/logs/nested/store.ts'],
  ])('an area must not import %s', (_name, file, importedPath) => {
    expect(listInternalImports(createGraph({ [file]: importedPath }))).toEqual([
      `${file} > ${importedPath}`.replaceAll('areas/', ''),
    ]);
  });

  it('an area may import a port, a service, its own files, and everything in a test', () => {
    const graph = createGraph({
      'areas/users/routes.ts': 'areas/logs/store.ts',
      'areas/users/sql.ts': 'areas/logs/traffic-delta.ts',
      'areas/users/store.ts': 'areas/users/schemas.ts',
      'areas/users/routes.test.ts': 'areas/logs/sql.ts',
    });
    expect(listInternalImports(graph)).toEqual([]);
  });

  it.each([
    ['platform/http/audit.ts', 'areas/audit/routes.ts'],
    ['platform/http/audit.ts', 'areas.ts'],
    ['areas/users/routes.ts', 'areas.ts'],
    ['areas/users/routes.ts', 'services.ts'],
    ['app.ts', 'areas/users/routes.ts'],
    ['commands/serve.ts', 'areas/users/store.ts'],
  ])('%s must not import %s', (file, imported) => {
    expect(listUpwardImports(createGraph({ [file]: imported }))).toEqual([`${file} > ${imported}`]);
  });
});

describe('the service', () => {
  const graph = readImportGraph(join(import.meta.dirname, '../..'), [`${SERVICE}**/*.{ts,tsx}`]);

  it('an area imports only ports and services of other areas', () => {
    expect(listInternalImports(graph)).toEqual([]);
  });

  it('every service of an area is used by another area', () => {
    const used = listImportsBetweenAreas(graph).map(({ imported }) => imported.slice(AREAS.length));
    expect(SERVICES.filter((file) => !used.includes(file))).toEqual([]);
  });

  it('the platform and other files import no area, and an area imports no file that lists all areas', () => {
    expect(listUpwardImports(graph)).toEqual([]);
  });
});
