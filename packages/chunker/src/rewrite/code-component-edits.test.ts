import { describe, expect, it } from 'vitest';
import { readable } from '../page/markdown-page.fixture.ts';

const read = (text: string) => readable(text, { mdx: true });

describe('components with code', () => {
  it('converts the code of a component to a fence', () => {
    const text =
      'a\n\n<Code frame="none" showLineNumbers={false} code={`\n# One\nnpx b <files>\n\nnpx c\n  `} lang="bash"  />\n\nd';
    expect(read(text)).toBe('a\n\n```bash\n# One\nnpx b <files>\n\nnpx c\n```\n\nd');
  });

  it('converts code on one line', () => {
    expect(read('<Code lang="js" code={`a < b`} />')).toBe('```js\na < b\n```');
  });

  it('leaves code that contains expressions unchanged', () => {
    expect(read('<Code lang="js" code={`a ${b}`} />')).not.toContain('```');
  });

  it('examines long components in linear time', () => {
    const text = `<Code ${'a={b} '.repeat(8_000)}\n\n${'<Code code={`'.repeat(3_000)}`;
    expect(read(text).length).toBeGreaterThan(0);
  });
});
