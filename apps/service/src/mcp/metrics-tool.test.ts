import { describe, expect, it } from 'vitest';
import { LOG, OWN_PROJECT, projectPath, SECOND_PROJECT } from '../http/service.fixture.ts';
import { call, ERAS, openMcp } from './mcp.fixture.ts';

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
      `- GET ${LOG.route}: 2 requests, errors 50.0 %, p95 100 ms`,
      `- error 404 ${LOG.errorCode} of GET ${LOG.route}: 1 requests`,
    ]);
    expect((await call<Metrics>(client, 'get_metrics', { project: SECOND_PROJECT })).data.requests).toBe(0);
  });

  it('get_metrics rejects an invalid period with the rule, and does not reveal other projects', async () => {
    const { connect } = await openMcp();
    const client = await connect(era);
    const wrong = await call(client, 'get_metrics', { project: OWN_PROJECT, since: 'yesterday' });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringMatching(/^since: must be a time with an offset/)]);
    const foreign = await call(client, 'get_metrics', { project: 'acme-api' });
    expect([foreign.isError, foreign.text]).toEqual([
      true,
      expect.stringContaining('no access to a project "acme-api"'),
    ]);
  });
});
