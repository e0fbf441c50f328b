import { integer, text } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

export const ENDPOINTS = defineTable({
  name: 'endpoints',
  key: ['number'],
  columns: {
    number: integer(),
    projectId: text(),
    id: text(),
    method: text({ content: 'name' }),
    route: text({ content: 'route' }),
    source: text({ missing: 'inferred' }),
    used: integer({ missing: 0 }),
  },
});

export const ENVIRONMENTS = defineTable({
  name: 'traffic_environments',
  key: ['projectId', 'name'],
  columns: { projectId: text(), name: text({ content: 'name' }), used: integer({ missing: 0 }) },
});

const TRAFFIC_STATE = defineTable({
  name: 'traffic_state',
  key: ['projectId'],
  columns: {
    projectId: text(),
    minutesSince: integer(),
    hoursSince: integer(),
    // Set by the next deletion of old logs.
    logsSince: integer({ missing: 0 }),
    // Set when the next requests are counted.
    usedWeek: integer({ missing: 0 }),
    // Set when the next requests are counted.
    openDay: integer({ missing: 0 }),
    revision: integer({ missing: 0 }),
  },
});

export const LOG_BYTES = defineTable({
  name: 'log_bytes',
  key: ['projectId', 'day'],
  columns: { projectId: text(), day: integer(), bytes: integer() },
});

/** The counts of batches that are not folded yet. */
export const PENDING_COUNTS = defineTable({
  name: 'traffic_pending',
  key: ['number'],
  columns: { number: integer(), projectId: text(), delta: text({ content: 'pending' }) },
});

/** The requests of an endpoint in a minute, an hour or a day, for each environment and client kind. */
export const TRAFFIC = defineTable({
  name: 'traffic',
  key: ['projectId', 'grain', 'endpoint', 'bucket', 'environment', 'clientKind'],
  columns: {
    projectId: text(),
    grain: integer(),
    endpoint: integer(),
    bucket: integer(),
    environment: text({ content: 'name' }),
    clientKind: text({ column: 'caller' }),
    n: integer(),
    c2: integer(),
    c3: integer(),
    c4: integer(),
    c5: integer(),
    histogram: text(),
  },
});

export const TRAFFIC_ERRORS = defineTable({
  name: 'traffic_errors',
  key: ['projectId', 'day', 'endpoint', 'status', 'errorCode'],
  columns: {
    projectId: text(),
    day: integer(),
    endpoint: integer(),
    status: integer(),
    errorCode: text({ content: 'name' }),
    n: integer(),
  },
});

export const METRICS_TABLES = [
  ENDPOINTS,
  ENVIRONMENTS,
  TRAFFIC_STATE,
  LOG_BYTES,
  PENDING_COUNTS,
  TRAFFIC,
  TRAFFIC_ERRORS,
];
