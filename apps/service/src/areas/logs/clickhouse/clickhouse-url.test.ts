import { describe, expect, it } from 'vitest';
import { StoreInputError } from '../../../platform/database/store-input-error.ts';
import { readClickHouseUrl } from './clickhouse-url.ts';

const SECRET = 'geheim';

const VALID: readonly (readonly [string, object])[] = [
  [
    'clickhouse://logs.example/default',
    { url: 'http://logs.example:8123', username: 'default', database: 'default', password: '' },
  ],
  ['clickhouses://logs.example/sync', { url: 'https://logs.example:8443', address: 'logs.example:8443/sync' }],
  ['clickhouses://u:p@logs.example:9/sync', { url: 'https://logs.example:9', username: 'u', password: 'p' }],
  ['clickhouse://u%40x:%25%2F%3F%23@[::1]:9/a%2Fb', { username: 'u@x', password: '%/?#', database: 'a/b' }],
];

const INVALID: readonly (readonly [string, string])[] = [
  [`http://u:${SECRET}@logs.example/sync`, 'clickhouses:// for TLS'],
  [`clickhouse://u:${SECRET}@/sync`, 'must have the form'],
  [`clickhouse://u:${SECRET}#x@logs.example/sync`, 'Encode special characters'],
  [`clickhouse://u:${SECRET}%zz@logs.example/sync`, 'Write %25 for %'],
  [`clickhouse://u%:${SECRET}@logs.example/sync`, 'Write %25 for %'],
  [`clickhouse://u:${SECRET}@logs.example/%ff`, 'Write %25 for %'],
  [`clickhouse://u:${SECRET}@logs.example/sync?secure=true`, 'Use clickhouses:// for TLS'],
  [`clickhouse://u:${SECRET}@logs.example/sync?`, 'must not contain parameters'],
  [`clickhouse://u:${SECRET}@logs.example/sync#main`, 'must not contain parameters'],
  [`clickhouse://u:12?${SECRET}@logs.example/sync`, 'write %3F for ?'],
  [`clickhouse://u:${SECRET}@logs.example/sync/logs`, 'must have one name after the host'],
  [`clickhouse://u:${SECRET}@logs.example`, 'must end with the name of the database'],
  [`clickhouse://u:${SECRET}@logs.example:8123/`, 'must end with the name of the database'],
  [`clickhouse://u:${SECRET}@logs.example/sync/`, 'must have one name after the host'],
  [`clickhouse://u:12/${SECRET}@logs.example/sync`, 'write %2F for /'],
];

describe('the URL of ClickHouse', () => {
  it.each(VALID)('%s is accepted', (text, address) => {
    expect(readClickHouseUrl(text)).toMatchObject(address);
  });

  it.each(INVALID)('%s is rejected with the fix, and without the password', (text, fix) => {
    const read = () => readClickHouseUrl(text);
    expect(read).toThrow(StoreInputError);
    expect(read).toThrow(fix);
    expect(read).not.toThrow(SECRET);
  });
});
