import { describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../open-postgres-store.ts';

const SECRET = 'geheim';

const INVALID: readonly (readonly [string, string])[] = [
  [`postgres://u:${SECRET}@127.0.0.1:1/sync?secure=true`, 'Use sslmode=verify-full for TLS'],
  [`postgres://u:${SECRET}@127.0.0.1:1/sync?ssl_mode=require`, 'Use sslmode=verify-full for TLS'],
  [`postgres://u:12?${SECRET}@127.0.0.1:1/sync`, 'write %3F for ?'],
  [`postgres://u:${SECRET}@127.0.0.1:1/sync#main`, 'Write %23 for #'],
  [`postgres://u:12#${SECRET}@127.0.0.1:1/sync`, 'Write %23 for #'],
  [`postgres://u:12/${SECRET}@127.0.0.1:1/sync`, 'write %2F for /'],
  [`postgres://u:${SECRET}@127.0.0.1:1/sync/logs`, 'must have one name after the host'],
  [`postgres://u:${SECRET}%ff@127.0.0.1:1/sync`, 'such as %25 for %'],
  [`postgres://u:${SECRET}%zz@127.0.0.1:1/sync`, 'no server listens there'],
  [`postgres://u:${SECRET}@127.0.0.1:1/sync?sslmode=disable&channel_binding=prefer`, 'no server listens there'],
  [`postgres://u:${SECRET}@/sync?host=/missing`, 'there is no such socket'],
];

describe('the URL of PostgreSQL', () => {
  it.each(INVALID)('%s is reported with the fix, and without the password', async (url, fix) => {
    const error = await openPostgresStore(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StoreInputError', message: expect.stringContaining(fix) });
    expect((error as Error).message).not.toContain(SECRET);
  });
});
