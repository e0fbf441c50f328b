import { fileURLToPath } from 'node:url';
import { CLIENT_REQUEST_SCENARIOS, isPassed, listRequiredScenarios, runSuite } from '@context-sync/mcp-conformance';
import { sampleCases } from '@context-sync/test-tier';
import { expect, it } from 'vitest';
import { startStdioBridge } from './stdio-bridge.fixture.ts';

const MAIN = fileURLToPath(new URL('conformance-server.fixture.ts', import.meta.url));
const RESOLVE_SOURCES = new URL('../../../../scripts/resolve-sources.ts', import.meta.url).href;
const COMMAND = [process.execPath, '--conditions=production', `--import=${RESOLVE_SOURCES}`, MAIN];

const NO_SUBSCRIPTIONS = 'there are no change notifications, because each request sees the current files';
const NO_HTTP = 'the scenario tests headers of HTTP, and the server only speaks stdio';

/**
 * Required scenarios that do not pass, each with the reason, and the number of successful checks in all other scenarios. The server sends no requests to its
 * clients either.
 */
const BASELINES = {
  '2025-11-25': {
    checks: 47,
    leftOut: {
      'resources-subscribe': NO_SUBSCRIPTIONS,
      'resources-unsubscribe': NO_SUBSCRIPTIONS,
      'dns-rebinding-protection': NO_HTTP,
    },
  },
  '2026-07-28': { checks: 84, leftOut: { 'dns-rebinding-protection': NO_HTTP } },
} as const;

// The unit tier runs the suite only for the newest revision.
it.each(sampleCases(Object.entries(BASELINES).reverse(), 2))(
  'the MCP server over stdio passes the official conformance suite for %s, except for known failures',
  async (revision, { checks: expected, leftOut }) => {
    const results = await runSuite(await startStdioBridge(COMMAND, import.meta.dirname), revision);
    const requiredScenarios = listRequiredScenarios(revision);
    expect(requiredScenarios.length).toBeGreaterThan(25);
    const failedScenarios = requiredScenarios.filter((name) => !isPassed(results.get(name) ?? []));
    const failureText = failedScenarios.map((name) => `${name}: ${JSON.stringify(results.get(name))}`).join('\n');
    expect(failedScenarios.sort(), failureText).toEqual(
      [...Object.keys(leftOut), ...(CLIENT_REQUEST_SCENARIOS[revision] ?? [])].sort(),
    );
    const passed = requiredScenarios
      .filter((name) => !failedScenarios.includes(name))
      .flatMap((name) => results.get(name) ?? []);
    expect(passed.filter(({ status }) => status === 'SUCCESS')).toHaveLength(expected);
  },
);
