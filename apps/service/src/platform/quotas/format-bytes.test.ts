import { describe, expect, it } from 'vitest';
import { formatBytes, parseBytes } from './format-bytes.ts';

describe('sizes', () => {
  it.each([
    [0, '0 bytes'],
    [1_023, '1023 bytes'],
    [1_536, '1.5 KiB'],
    [8 * 1_024 ** 2, '8 MiB'],
    [1_024 ** 5, '1024 TiB'],
  ])('formatBytes formats %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it.each([
    ['0', 0],
    ['1048576', 1_048_576],
    ['500MiB', 500 * 1_024 ** 2],
    ['20 GiB', 20 * 1_024 ** 3],
    ['1.5TiB', 1.5 * 1_024 ** 4],
  ])('parseBytes parses %s', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it.each(['', 'GiB', '-1', '1GB', '1gib', '1e3', '0x10', 'ten', '1.2345KiB', '999999999999999TiB'])(
    'parseBytes rejects "%s"',
    (text) => {
      expect(parseBytes(text)).toBeUndefined();
    },
  );
});
