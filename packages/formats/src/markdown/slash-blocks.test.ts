import { describe, expect, it } from 'vitest';
import { withoutSlashBlocks } from './slash-blocks.ts';

describe('blocks between slashes', () => {
  it.each([
    ['become containers', '/// note\n\na\n\n///', ':::note\n\na\n\n:::'],
    ['keep their title', '/// tip | A **b**\na\n///', ':::tip[A b]\na\n:::'],
    ['may hold others', '//// tab | A\n\n/// tip\nb\n///\n\n////', ':::tab[A]\n\n:::tip\nb\n:::\n\n:::'],
    ['lose their options', '/// details | A\n    type: note\n    open: true\n\nb\n///', ':::details[A]\n\n\n\nb\n:::'],
    ['of HTML lose what is behind the bar', '/// html | div.x\na\n///', ':::container\na\n:::'],
    ['in code stay', '```\n/// note\n///\n```', '```\n/// note\n///\n```'],
    ['that only close stay', 'a\n\n///\n', 'a\n\n///\n'],
    ['of comments in code stay', 'a\n\n    /// Adds one.\n', 'a\n\n    /// Adds one.\n'],
  ])('%s', (_name, text, expected) => {
    expect(withoutSlashBlocks(text)).toBe(expected);
  });
});
