import { expect, it } from 'vitest';
import { readable } from '../page/markdown-page.fixture.ts';

it.each([
  ['const a = 1; // [!code highlight]', 'const a = 1;'],
  ['a: 1 # [!code focus:2]', 'a: 1'],
  ['<a> <!-- [!code hl] -->', '<a>'],
  ['a(); // [!code ++]', 'a(); // added'],
  ['a { } /* [!code --] */', 'a { } /* removed */'],
  ['// highlight-next-line', ''],
  ['a // [!!code ++]', 'a // [!!code ++]'],
  ['const highlight-start = 1', 'const highlight-start = 1'],
])('removes comments that mark lines of code: %s', (code, expected) => {
  expect(readable(`\`\`\`js\nx\n${code}\ny\n\`\`\``)).toBe(`\`\`\`js\nx\n${expected}\ny\n\`\`\``);
  expect(readable(`- a\n\n  \`\`\`js\n  x\n  ${code}\n  \`\`\``)).toContain(
    `x\n${expected === '' ? '' : `  ${expected}`}\n`,
  );
});

it('keeps comments that mark lines outside of code', () => {
  expect(readable('Use // [!code highlight]')).toBe('Use // [!code highlight]');
});
