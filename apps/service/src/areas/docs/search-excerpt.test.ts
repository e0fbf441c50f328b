import { expect, it } from 'vitest';
import { findExcerpt } from './search-excerpt.ts';

const SENTENCE = 'Both keys work until the overlap ends. ';

it('an excerpt does not repeat the headings that the title of the result contains', () => {
  const content = `# Rotate a key\n\n## Rotate it with an \`overlap\`\n\n${SENTENCE}`;
  expect(findExcerpt('Rotate a key › Rotate it with an `overlap`', content, ['overlap'])).toMatchObject({
    excerpt: SENTENCE.trim(),
    heading: 'Rotate it with an overlap',
  });
});

it('an excerpt ends after a complete word, at every length of the text before it', () => {
  for (let length = 0; length < 60; length += 1) {
    const content = `${'x'.repeat(length)} ${SENTENCE.repeat(20)}`;
    const { excerpt, highlights } = findExcerpt('Keys', content, ['overlap']);
    const words = new Set(content.split(/\s+/));
    const lastWord = excerpt.replace(/ …$/, '').split(' ').at(-1) ?? '';
    expect(words, excerpt).toContain(lastWord);
    for (const { start, end } of highlights) expect(excerpt.slice(start, end)).toBe('overlap');
  }
});
