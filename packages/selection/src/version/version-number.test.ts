import { describe, expect, test } from 'vitest';
import { compareVersions, parseVersion, type Version } from './version-number.ts';

const open = Number.POSITIVE_INFINITY;

describe('parseVersion', () => {
  test.each<[string, readonly number[], Version['form']]>([
    ['v1', [1], 'major'],
    ['V2', [2], 'major'],
    ['version-3', [3], 'major'],
    ['version1', [1], 'major'],
    ['v1.2', [1, 2], 'release'],
    ['version-1.2.3', [1, 2, 3], 'release'],
    ['release-1.2', [1, 2], 'release'],
    ['v1_2', [1, 2], 'release'],
    ['1.x', [1, open], 'release'],
    ['v0.1.x', [0, 1, open], 'release'],
    ['1.2', [1, 2], 'bare'],
    ['7.17', [7, 17], 'bare'],
    ['2.0-lts', [2, 0], 'bare'],
  ])('recognizes the version %s', (name, numbers, form) => {
    expect(parseVersion(name)).toEqual({ numbers, form, before: undefined });
  });

  test.each([
    '1',
    '2024',
    '2024-01',
    '2024-01-15',
    'v',
    'v1-2',
    'vpc',
    'v8-engine',
    'ipv4',
    '1.2-intro',
    'x.1',
    '',
    'v'.repeat(99),
  ])('does not recognize %j as a version', (name) => {
    expect(parseVersion(name)).toBeUndefined();
  });
});

test('orders versions by number, with pre-releases before their release', () => {
  const sortCandidates = [
    'v0.9',
    'v1.0-alpha',
    'v1.0-beta.1',
    'v1.0-beta.2',
    'v1.0-rc1',
    'v1.0',
    'v1.2',
    'v1.10',
    'v1.x',
    'v2.0-next',
    'v2',
    'v10',
  ];
  const versions = sortCandidates.flatMap((name) => parseVersion(name) ?? []);
  expect(versions).toHaveLength(sortCandidates.length);
  for (const [at, version] of versions.entries()) {
    for (const [other, another] of versions.entries()) {
      expect(Math.sign(compareVersions(version, another))).toBe(Math.sign(at - other));
    }
  }
});

test('treats v1 and v1.0 as the same version', () => {
  const [a, b] = ['v1', '1.0'].flatMap((name) => parseVersion(name) ?? []);
  expect(a !== undefined && b !== undefined && compareVersions(a, b)).toBe(0);
});
