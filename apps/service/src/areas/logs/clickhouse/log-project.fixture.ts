import { onTestFinished } from 'vitest';
import type { ServiceStore } from '../../../areas.ts';
import { createProject } from '../../../platform/database/behavior/accounts.fixture.ts';
import { openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { populate } from '../../../testing/service.fixture.ts';
import { openClickHouse } from './clickhouse-client.ts';

/** Opens a store whose logs are in ClickHouse, with a project, and a connection to ClickHouse that does not hide uncommitted logs. */
export async function openLogProject() {
  const openedStore = await openTestStore();
  const project = await createLogProject(openedStore.store);
  const logsUrl = testBackend().getEnvironment?.(openedStore.database.name).LOGS_URL ?? '';
  const clickHouse = openClickHouse(logsUrl);
  onTestFinished(() => clickHouse.close());
  const countStored = async () => Number((await clickHouse.all('SELECT count() AS n FROM logs'))[0]?.n);
  return { ...openedStore, project, logsUrl, clickHouse, countStored };
}

/** Creates a project. @returns its id */
export async function createLogProject(store: ServiceStore): Promise<string> {
  const { ann } = await populate(store);
  return (await createProject(store, ann)).id;
}
