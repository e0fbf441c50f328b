import type { Capabilities } from '@context-sync/core';
import {
  type ConnectChange,
  MissingInstallationIdError,
  planConnect,
  type StateMeta,
  type WantedDataSource,
  type Writer,
} from '@context-sync/sync';
import type { RunContext } from '../event/event-context.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { DATA_SOURCE } from '../inputs/in-doubt.ts';
import { INSTALLATION_ID_MISSING } from '../inputs/missing-inputs.ts';
import type { Problem } from '../problem/problem.ts';

const NO_DATA_SOURCES = { dataSource: null, formerDataSources: [] };

/** Returns the planned change of the data source; undefined if the setting `connect` is false or the installation ID is missing. */
export function connectChange(
  settings: Settings,
  context: RunContext,
  branch: string,
  meta: StateMeta | undefined,
  can: Capabilities,
  me: Writer,
): ConnectChange | undefined {
  if (!settings.connect) return undefined;
  const { others, named } = settings.onInDoubt;
  const onInDoubt = named.get(DATA_SOURCE) ?? others;
  try {
    return planConnect(meta ?? NO_DATA_SOURCES, getWantedSource(settings, context, branch), can, { onInDoubt, me });
  } catch (error) {
    // A plan does not need the installation ID. For a sync, `connectProblems` has already reported that the ID is missing.
    if (error instanceof MissingInstallationIdError) return undefined;
    throw error;
  }
}

function getWantedSource(settings: Settings, { owner, repo }: RunContext, branch: string): WantedDataSource {
  const { installationId, category, provider, siteUrl } = settings;
  return { installationId, owner, repo, branch, category, provider, ...(siteUrl === undefined ? {} : { siteUrl }) };
}

/** Returns the problem of a missing installation ID, which the first connection requires. */
export function connectProblems({ connect, installationId }: Settings, meta: StateMeta | undefined): Problem[] {
  return connect && installationId === undefined && !meta?.dataSource ? [INSTALLATION_ID_MISSING] : [];
}
