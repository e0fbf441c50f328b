import { readFileSync } from 'node:fs';
import { extractHtmlTexts, measureLoss } from '@context-sync/reading/text-loss';
import { expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

it.each([
  ['Doxygen (FastLED)', 'fastled/squarewave8', 'class', 'contents'],
  ['Doxygen', 'doxygen', 'class', 'contents'],
  ['Sphinx', 'sphinx', 'role', 'main'],
])('keeps the text that another parser finds on a page of %s', (_, name, attribute, value) => {
  const html = readFileSync(new URL(`fixtures/${name}.html`, import.meta.url), 'utf8');
  const texts = extractHtmlTexts(html, (_name, attributes) => attributes[attribute] === value).filter(
    // The element is a link to the details below it.
    (text) => text.trim() !== 'More...',
  );
  expect(texts.join('').length).toBeGreaterThan(200);
  const { percent, missing } = measureLoss(texts, readHtml(html).markdown);
  expect({ percent: Math.max(percent, 0.5), missing }).toEqual({ percent: 0.5, missing });
});

it('keeps a signature next to its description in HTML', () => {
  const html = readFileSync(new URL('fixtures/fastled/squarewave8.html', import.meta.url), 'utf8');
  expect(readHtml(html).markdown).toContain(
    '## squarewave8() {#ga83659a435bd1ae9dba5853f180aab5f8}\n\n```\nLIB8STATIC u8 fl::squarewave8 (u8 in, u8 pulsewidth = 128)\n```\n\nSquare wave generator.',
  );
});
