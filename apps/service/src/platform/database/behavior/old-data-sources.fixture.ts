import { SOURCE } from '../../../testing/service.fixture.ts';

/** Data sources in the format of a version before names were compared and limited. The first two equal `SOURCE` in different letter case. */
const OLD_SOURCES = [
  { ...SOURCE, owner: SOURCE.owner.toUpperCase() },
  SOURCE,
  { ...SOURCE, owner: '', branch: '"owner":"x"' },
  { ...SOURCE, owner: 'NUL \u0000, lone \ud800' },
  { ...SOURCE, owner: 'x'.repeat(900_000) },
];

const at = "'2026-01-01T00:00:00.000Z'";

/** SQL that inserts the data sources into a separate project, for both kinds of database. */
export const INSERT_OLD_SOURCES = [
  `INSERT INTO projects (id, slug, name, created_at) VALUES ('prj_1', 'octo-api', 'Octo', ${at})`,
  ...OLD_SOURCES.map(
    (source, index) =>
      `INSERT INTO data_sources (id, project_id, input, created_at) VALUES ('src_${index + 1}', 'prj_1', '${JSON.stringify(source)}', ${at})`,
  ),
].join(';');
