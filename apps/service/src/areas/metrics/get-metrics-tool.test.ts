import { describe, expect, it } from 'vitest';
import { call, ERAS, openMcp } from '../../testing/mcp.fixture.ts';
import { LOG, OWN_PROJECT, projectPath, SECOND_PROJECT } from '../../testing/service.fixture.ts';

interface Metrics {
  readonly requests: number;
  readonly errorRate: number;
  readonly previous: { readonly requests: number };
  readonly endpoints: readonly { readonly route: string; readonly requests: number }[];
  readonly errors: readonly { readonly errorCode: string | null }[];
}

describe.each(ERAS)('get_metrics with a %s client', (era) => {
  it('get_metrics returns the traffic of a project as data and as text', async () => {
    const { sendRequest, connect } = await openMcp();
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    for (const log of [LOG, { ...LOG, status: 200, errorCode: null, durationMs: 100 }]) {
      await sendRequest('POST', projectPath('/logs'), { json: { ...log, timestamp } });
    }
    const client = await connect(era);
    const { isError, data, text } = await call<Metrics>(client, 'get_metrics', { project: OWN_PROJECT });
    expect([isError, data]).toMatchObject([
      false,
      {
        project: OWN_PROJECT,
        requests: 2,
        errorRate: 0.5,
        previous: { requests: 0 },
        endpoints: [{ method: 'GET', route: LOG.route, requests: 2, change: null }],
        errors: [{ status: 404, errorCode: LOG.errorCode, requests: 1 }],
      },
    ]);
    expect(text.split('\n').map((line) => line.replace(/p95 [\d.]+ ms/, 'p95 100 ms'))).toEqual([
      expect.stringContaining(
        '2 requests (before: 0), errors 50.0 % (before: none), p95 100 ms (before: not measured)',
      ),
      `- GET ${LOG.route}: 2 requests, errors 50.0 %, p95 100 ms (before: not measured)`,
      `- error 404 ${LOG.errorCode} of GET ${LOG.route}: 1 requests`,
    ]);
    expect((await call<Metrics>(client, 'get_metrics', { project: SECOND_PROJECT })).data.requests).toBe(0);
  });

  it('the tool get_metrics can sort endpoints by slowdown, with the endpoint that got slower first', async () => {
    const { sendRequest, connect } = await openMcp();
    const send = (route: string, hoursAgo: number, durationMs: number) => {
      const timestamp = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
      const line = JSON.stringify({ ...LOG, status: 200, route, durationMs, timestamp });
      const headers = { 'content-type': 'application/x-ndjson' };
      return sendRequest('POST', projectPath('/logs-batch'), { text: `${line}\n`.repeat(60), headers });
    };
    await send('/slow', 1, 900);
    await send('/slow', 30, 900);
    await send('/slower', 1, 300);
    await send('/slower', 30, 100);
    const client = await connect(era);
    const { data, text } = await call<Metrics>(client, 'get_metrics', { project: OWN_PROJECT, sort: 'p95Change' });
    expect(data.endpoints).toMatchObject([
      { route: '/slower', p95Change: expect.closeTo(2, 0) },
      { route: '/slow', p95Change: 0 },
    ]);
    expect(text).toMatch(/- GET \/slower: 60 requests, errors 0\.0 %, p95 (29\d|30\d)[\d.]* ms \(before: (9\d|10\d)/);
  });

  it('get_metrics rejects an invalid period with the rule, and does not reveal other projects', async () => {
    const { connect } = await openMcp();
    const client = await connect(era);
    const wrongResult = await call(client, 'get_metrics', { project: OWN_PROJECT, since: 'yesterday' });
    expect([wrongResult.isError, wrongResult.text]).toEqual([
      true,
      expect.stringMatching(/^since: must be a time with an offset/),
    ]);
    const foreignResult = await call(client, 'get_metrics', { project: 'acme-api' });
    expect([foreignResult.isError, foreignResult.text]).toEqual([
      true,
      expect.stringContaining('no access to a project "acme-api"'),
    ]);
  });
});
