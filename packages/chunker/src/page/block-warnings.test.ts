import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';

const getWarnings = (text: string, path = 'a.md') => chunk({ path, text }).warnings;

describe('warnings about unclosed code blocks', () => {
  it('reports the first line of a code block that is never closed', () => {
    expect(getWarnings('# A\n\nText.\n\n```js\nlet a;\n\n## B\n')).toEqual([
      { kind: 'fence', line: 5, message: 'this code block is never closed' },
    ]);
  });

  it('reports the correct line of an unclosed code block after front matter', () => {
    expect(getWarnings('---\ntitle: A\n---\n\n~~~\nx\n').map(({ line }) => line)).toEqual([5]);
  });

  it.each(['# A\n\n```\nx\n```\n', '# A\n\n- ```\n  x\n', '# A\n'])(
    'reports no unclosed code block for the text %j',
    (text) => {
      expect(getWarnings(text)).toEqual([]);
    },
  );
});

describe('warnings about long blocks', () => {
  it.each([
    ['code block', `\`\`\`\n${'let a = 1;\n'.repeat(900)}\`\`\`\n`],
    ['table', `| a | b |\n| - | - |\n${'| one | two |\n'.repeat(900)}`],
    ['list', '- One of many.\n'.repeat(900)],
    ['text', `${'A sentence. '.repeat(900)}\n`],
  ])('reports the first line of a block that is longer than an item: %s', (name, block) => {
    expect(getWarnings(`# A\n\nText.\n\n${block}`)).toEqual([
      { kind: 'split', line: 5, message: `this ${name} is longer than an item, so it is split` },
    ]);
  });

  it('does not report a block that fits into an item', () => {
    expect(getWarnings(`# A\n\n${'A sentence. '.repeat(500)}\n`)).toEqual([]);
  });
});
