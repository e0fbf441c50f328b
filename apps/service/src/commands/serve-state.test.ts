import { expect, it } from 'vitest';
import { describeService, formatStart } from './serve-state.ts';

it.each([
  ['postgres://ann:secret@db.example.com:6432/sync?sslmode=require', 'PostgreSQL db.example.com:6432/sync'],
  ['postgresql://ann:sec/ret@db.example.com/sync', 'PostgreSQL'],
  [':memory:', 'SQLite in memory'],
  ['/data/service.db', 'SQLite /data/service.db'],
])('the start line of serve describes the database %s without its password', (database, description) => {
  const line = formatStart(describeService(database, undefined));
  expect(line).toMatch(/^context-sync-service \d+\.\d+\.\d+/);
  expect(line.split('; ').slice(1)).toEqual([`database: ${description}`, 'logs: in the database']);
  expect(line).not.toContain('sec');
});

it.each([
  ['clickhouse://ann:secret@logs.example.com/sync', 'ClickHouse clickhouse://logs.example.com/sync'],
  ['clickhouses://ann:secret@logs.example.com/sync', 'ClickHouse clickhouses://logs.example.com/sync'],
])('the start line of serve describes the logs in %s without the password', (logs, description) => {
  const line = formatStart(describeService('postgres://db.example.com/sync', logs));
  expect(line).toContain(`; logs: ${description}`);
  expect(line).not.toContain('secret');
});
