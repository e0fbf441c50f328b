import { describe, expect, it } from 'vitest';
import { convertSlashBlocks } from './slash-blocks.ts';

describe('blocks between slashes', () => {
  it.each([
    ['become containers', '/// note\n\na\n\n///', ':::note\n\na\n\n:::'],
    [
      'describe what changed in a version',
      '/// version-added | v2.10\na\n///',
      ':::version-added[Added in v2.10]\na\n:::',
    ],
    ['keep their title', '/// tip | A **b**\na\n///', ':::tip[A b]\na\n:::'],
    ['can contain other blocks', '//// tab | A\n\n/// tip\nb\n///\n\n////', ':::tab[A]\n\n:::tip\nb\n:::\n\n:::'],
    ['lose their options', '/// details | A\n    type: note\n    open: true\n\nb\n///', ':::details[A]\n\n\n\nb\n:::'],
    ['lose the argument after the bar if they are HTML', '/// html | div.x\na\n///', ':::container\na\n:::'],
    ['stay unchanged in code', '```\n/// note\n///\n```', '```\n/// note\n///\n```'],
    ['stay unchanged if they only have a closing mark', 'a\n\n///\n', 'a\n\n///\n'],
    ['stay unchanged in code if they are comments', 'a\n\n    /// Adds one.\n', 'a\n\n    /// Adds one.\n'],
  ])('PyMdown blocks between slashes %s', (_name, text, expected) => {
    expect(convertSlashBlocks(text)).toBe(expected);
  });
});
