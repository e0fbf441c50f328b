import { addFixtureTools, isPassed, listRequiredScenarios, runSuite } from '@context-sync/mcp-conformance';
import { sampleCases } from '@context-sync/test-tier';
import { expect, it } from 'vitest';
import { openMcp } from '../../../testing/mcp.fixture.ts';
import { OWN_PROJECT } from '../../../testing/service.fixture.ts';
import { BASELINES } from './baseline.fixture.ts';
import { startKeyProxy } from './proxy.fixture.ts';

// The unit tier runs the suite only for the newest revision.
it.each(sampleCases(Object.entries(BASELINES).reverse(), 2))(
  'the MCP endpoint passes the official conformance suite for %s, except for known failures',
  async (revision, { checks: expected, skipped, leftOut }) => {
    const { url, keys, store, projectId, reported } = await openMcp({ extend: addFixtureTools });
    await store.contextItems.create(await projectId(OWN_PROJECT), {
      title: 'An item',
      content: 'Source: https://example.com/a',
    });
    const results = await runSuite(await startKeyProxy(url, keys.ann), revision);
    const requiredScenarios = listRequiredScenarios(revision);
    expect(requiredScenarios.length).toBeGreaterThan(25);
    expect(requiredScenarios.filter((name) => !results.has(name))).toEqual([]);

    const failedScenarios = requiredScenarios.filter((name) => !isPassed(results.get(name) ?? []));
    const failureText = failedScenarios.map((name) => `${name}: ${JSON.stringify(results.get(name))}`).join('\n');
    expect(failedScenarios.sort(), failureText).toEqual(Object.keys(leftOut).sort());

    const passedChecks = requiredScenarios
      .filter((name) => !failedScenarios.includes(name))
      .flatMap((name) => results.get(name) ?? []);
    expect(passedChecks.filter(({ status }) => status === 'SUCCESS')).toHaveLength(expected);
    expect(passedChecks.filter(({ status }) => status === 'SKIPPED').map(({ id }) => id)).toEqual(Object.keys(skipped));
    expect(reported).toEqual([]);
  },
);
