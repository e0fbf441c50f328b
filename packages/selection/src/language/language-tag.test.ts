import { describe, expect, test } from 'vitest';
import { parseCodedName, parseLanguage } from './language-tag.ts';

describe('parseLanguage', () => {
  test.each([
    ['fr', 'fr', 'clear'],
    ['FR', 'fr', 'clear'],
    ['zh-CN', 'zh-cn', 'regional'],
    ['zh_Hans', 'zh-hans', 'regional'],
    ['zh-hant-tw', 'zh-hant-tw', 'regional'],
    ['pt-br', 'pt-br', 'regional'],
    ['es-419', 'es-419', 'regional'],
    ['en_US', 'en-us', 'regional'],
    ['cn', 'zh-cn', 'clear'],
    ['jp', 'ja', 'clear'],
    ['br', 'pt-br', 'doubtful'],
    ['it', 'it', 'doubtful'],
    ['id', 'id', 'doubtful'],
    ['cs', 'cs', 'doubtful'],
  ])('recognizes the language code %s', (code, tag, weight) => {
    expect(parseLanguage(code)).toEqual({ tag, english: tag.startsWith('en'), weight });
  });

  test.each([
    'go',
    'js',
    'ts',
    'py',
    'rs',
    'io',
    'os',
    'to',
    'as',
    'kv',
    'ui',
    'v1',
    'us',
    'gb',
    'api',
    'sdk',
    'cli',
    'faq',
    'french',
    '',
    'is-it',
    'no-op',
    'to-do',
    'as-is',
    'id-no',
    'us-east-1',
    'eu-west-1',
    'zh-',
    '-fr',
    'fr-xx',
    'zh-hans-hans-cn',
    'fr'.repeat(99),
  ])('does not recognize %j as a language', (code) => {
    expect(parseLanguage(code)).toBeUndefined();
  });
});

describe('parseCodedName', () => {
  test.each([
    ['guide.fr', 'guide', '.', 'fr'],
    ['guide.v1.fr', 'guide.v1', '.', 'fr'],
    ['README_zh-CN', 'README', '_', 'zh-cn'],
    ['README_CN', 'README', '_', 'zh-cn'],
    ['README-zh_Hans_CN', 'README', '-', 'zh-hans-cn'],
    ['guide-pt-br', 'guide', '-', 'pt-br'],
    ['user-id', 'user', '-', 'id'],
    ['what-is-it', 'what-is', '-', 'it'],
  ])('splits the name %s into base, separator and language', (name, base, separator, tag) => {
    const found = parseCodedName(name);
    expect([found?.base, found?.separator, found?.language.tag]).toEqual([base, separator, tag]);
  });

  test.each(['fr', '.fr', 'guide', 'guide.', 'guide.js', 'how-to', 'sign-in', '', '-'.repeat(1000)])(
    'finds no language in the name %j',
    (name) => {
      expect(parseCodedName(name)).toBeUndefined();
    },
  );
});
