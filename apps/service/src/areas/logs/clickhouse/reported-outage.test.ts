import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestStore, testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { createErrorReports } from '../../../platform/observe/error-reports.ts';
import { startServer } from '../../../server.ts';
import { LOG, populate, projectPath } from '../../../testing/service.fixture.ts';
import { useClickHouse } from './backend.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const FAILED_REQUESTS = 20;

describe.skipIf(!isClickHouseInstalled())('the reports of an outage of ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('are one line when it begins and one when it has ended, regardless of the number of failed requests', async () => {
    const { store, database } = await openTestStore();
    const { ann } = await populate(store);
    const state = { isDown: false };
    const logsUrl = testBackend().getEnvironment?.(database.name).LOGS_URL ?? '';
    const proxyUrl = await startProxy(logsUrl, async ({ forward }) => {
      if (state.isDown) throw new Error('the connection is closed without a response');
      return forward();
    });
    const lines: string[] = [];
    const errors = createErrorReports((line) => lines.push(line), false);
    const server = await startServer({ database: database.name, logs: proxyUrl, port: 0, report: errors.report });
    errors.watch(server.databases);
    onTestFinished(async () => {
      await server.close();
      errors.close();
    });
    const addLog = async () => {
      const response = await fetch(server.url + projectPath('/logs'), {
        method: 'POST',
        headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
        body: JSON.stringify(LOG),
      });
      await response.text();
      return response.status;
    };
    state.isDown = true;
    for (let sent = 0; sent < FAILED_REQUESTS; sent += 1) expect(await addLog()).toBe(503);
    expect(lines).toEqual([expect.stringMatching(/^The database is unavailable: ClickHouse: .+$/)]);
    state.isDown = false;
    expect(await addLog()).toBe(201);
    // The end is reported only after ten seconds without a failure.
    await expect.poll(() => lines.length).toBe(2);
    const [, count] =
      /^The ClickHouse database is available again after \d+ s; (\d+) operations failed$/.exec(lines[1] ?? '') ?? [];
    // A background job can have failed as well.
    expect(Number(count)).toBeGreaterThanOrEqual(FAILED_REQUESTS);
  });
});
