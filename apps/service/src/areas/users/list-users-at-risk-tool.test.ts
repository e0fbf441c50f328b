import { describe, expect, it } from 'vitest';
import { call, ERAS, openMcp } from '../../testing/mcp.fixture.ts';
import { LOG, OWN_PROJECT, SECOND_PROJECT } from '../../testing/service.fixture.ts';
import { foldTraffic } from '../metrics/fold-traffic.ts';
import { assessUsers } from './assess-users.ts';

interface UsersAtRisk {
  readonly users: readonly unknown[];
  readonly more: boolean;
}

describe.each(ERAS)('list_users_at_risk with a %s client', (era) => {
  it('list_users_at_risk returns the users at risk of one project with their reasons', async () => {
    const { store, connect, projectId } = await openMcp();
    const timestamp = new Date().toISOString();
    await store.logs.addAll(await projectId(), [
      ...Array(12).fill({ ...LOG, timestamp }),
      ...Array(5).fill({ ...LOG, timestamp, groupEmail: 'few@example.com' }),
    ]);
    await foldTraffic(store);
    await assessUsers(store);
    const client = await connect(era);
    const { isError, data, text } = await call<UsersAtRisk>(client, 'list_users_at_risk', { project: OWN_PROJECT });
    expect([isError, data]).toMatchObject([
      false,
      {
        users: [
          {
            groupEmail: LOG.groupEmail,
            level: 'low',
            reasons: [{ code: 'stuck', facts: { requests: 12, succeeded: 0 } }],
          },
        ],
        more: false,
      },
    ]);
    expect(text).toBe(`${OWN_PROJECT}: 1 at risk\n- ${LOG.groupEmail}, low: stuck (requests 12, succeeded 0, days 1)`);
    const other = await call<UsersAtRisk>(client, 'list_users_at_risk', { project: SECOND_PROJECT });
    expect([other.data.users, other.text]).toEqual([[], `${SECOND_PROJECT}: no user is at risk`]);
    const silent = { project: OWN_PROJECT, reason: 'silent' };
    expect((await call<UsersAtRisk>(client, 'list_users_at_risk', silent)).data.users).toEqual([]);
  });
});
