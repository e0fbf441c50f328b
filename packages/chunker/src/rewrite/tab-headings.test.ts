import { expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

it('turns the tabs of DocFX into bold lines', () => {
  const text = '# T\n\n# [Linux](#tab/linux)\n\na\n\n# [Windows `x`](#tab/windows/x)\n\nb\n\n---\n\n## [C](#c)\n\nd';
  expect(readable(text)).toBe('# T\n\n**Linux**\n\na\n\n**Windows `x`**\n\nb\n\n---\n\n## [C](#c)\n\nd');
  expect(createPage(text).title).toBe('T');
});
