import { randomUUID } from 'node:crypto';
import type { Capabilities } from '@context-sync/core';
import { SCHEMA_VERSION, type State } from './state-schema.ts';

/** Returns a new state for a project, which contains no items. The first write increments its revision. */
export function createEmptyState(service: string, project: string, capabilities: Capabilities): State {
  return {
    meta: {
      schemaVersion: SCHEMA_VERSION,
      lineage: randomUUID(),
      revision: 0,
      service,
      project,
      capabilities,
      commit: null,
      synced: null,
      shards: {},
      dataSource: null,
      formerDataSources: [],
    },
    documents: new Map(),
  };
}
