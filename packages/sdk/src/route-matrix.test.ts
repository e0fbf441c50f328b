import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it, vi } from 'vitest';
import { startReceiver } from './testing/receiver.fixture.ts';
import { getRoutePath, listRouteCases, ROUTED_FRAMEWORKS } from './testing/route-matrix.fixture.ts';
import type { RouteCase } from './testing/routed-framework.fixture.ts';

describe.each(Object.keys(ROUTED_FRAMEWORKS))('the route of a log of %s', (name) => {
  const framework = ROUTED_FRAMEWORKS[name];
  if (framework === undefined) throw new Error(`No framework has the name ${name}.`);

  it('the route of a log is the route template of the framework for every way to declare a route', async () => {
    // Express prints the errors of handlers without an error handler.
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const receiver = await startReceiver();
    const differences: (RouteCase & {
      readonly expected: string;
      readonly route: unknown;
      readonly status: unknown;
    })[] = [];
    const cases = sampleCases(listRouteCases(framework), 40);
    for (const routeCase of cases) {
      receiver.logs.length = 0;
      const options = { url: receiver.url, project: 'octo-api', key: 'csk_1', hints: false };
      const runningRoutes = await framework.start(options, routeCase);
      await (await fetch(runningRoutes.url + getRoutePath(routeCase, runningRoutes.expected))).text();
      await runningRoutes.capture.close();
      await runningRoutes.close();
      const [log] = receiver.logs;
      const isRight =
        log?.route === runningRoutes.expected && log.status === (routeCase.outcome === 'response' ? 200 : 500);
      if (!isRight)
        differences.push({ ...routeCase, expected: runningRoutes.expected, route: log?.route, status: log?.status });
    }
    consoleError.mockRestore();
    expect(cases.length).toBeGreaterThan(0);
    expect(differences).toEqual([]);
  }, 120_000);
});
