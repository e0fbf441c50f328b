import type { Migration } from '../migrations.ts';

/**
 * Migration that adds the sources of routes, and the use of endpoints and environments, so that invented names do not keep others out. The sources of
 * existing routes are unknown until the next request, or until the logs are counted again.
 */
export const PLACES_MIGRATION: Migration = {
  name: 'sources of routes, and use of endpoints and environments',
  sql: `
  ALTER TABLE logs ADD COLUMN route_source TEXT;
  ALTER TABLE endpoints ADD COLUMN source TEXT NOT NULL DEFAULT 'inferred';
  ALTER TABLE endpoints ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
  UPDATE endpoints SET used = coalesce((
    SELECT sum(t.c2) FROM traffic t
    WHERE t.project_id = endpoints.project_id AND t.grain = 1440 AND t.endpoint = endpoints.number
  ), 0);
  ALTER TABLE traffic_environments ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
  UPDATE traffic_environments SET used = coalesce((
    SELECT sum(t.n) FROM traffic t
    WHERE t.project_id = traffic_environments.project_id AND t.grain = 1440 AND t.endpoint = 0
      AND t.environment = traffic_environments.name
  ), 0);
  ALTER TABLE traffic_state ADD COLUMN used_week BIGINT NOT NULL DEFAULT 0;
  `,
};
