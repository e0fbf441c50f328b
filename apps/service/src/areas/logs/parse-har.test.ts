import { expect, it } from 'vitest';
import { MAX_JSON_VALUES } from '../../platform/parsing/measure-json.ts';
import { parseArchive } from './parse-har.ts';

const archive = (values: number) => `{"log":{"version":"1.2","entries":[{"a":[${'0,'.repeat(values)}0]}]}}`;

it('rejects an HTTP Archive with too many JSON values before parsing it', () => {
  expect(() => parseArchive(archive(MAX_JSON_VALUES), undefined)).toThrow(/JSON values; the maximum is 500000/);
  // The number of values is below the limit, so the HAR file is parsed, and its only entry is rejected as invalid.
  expect(() => parseArchive(archive(MAX_JSON_VALUES / 2), undefined)).toThrow(/body\.log\.entries/);
});
