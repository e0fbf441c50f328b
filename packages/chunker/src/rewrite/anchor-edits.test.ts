import { describe, expect, it } from 'vitest';
import { createPage, readable } from '../page/markdown-page.fixture.ts';

describe('HTML anchors', () => {
  it('removes empty links with an ID', () => {
    expect(readable('a\n\n[](){#b}\n\nc [](){#d}')).toBe('a\n\nc');
  });

  it.each([
    ['in a block', 'a\n\n<a id="b"></a>\n\nc', 'a\n\nc'],
    ['with a name attribute', '<a name="b"></a>\n\nc', 'c'],
    [
      'with single quotes, self-closing tags or white space inside',
      "<a id='b'/>\n<a  name='c' />\n<a id='d'> </a>\n\ne",
      'e',
    ],
    ['without quotes', '<a id=b></a>\n<a name=opt-c/>\n\nd', 'd'],
    ['next to each other in a block', '<a id="b"></a>\n<a id="c"></a>\n\nd', 'd'],
    ['inside text', 'a <a id="b"></a>c', 'a c'],
    ['in a heading', '## <a id="b"></a>C\n\nd', '## C\n\nd'],
    ['in a list', '- <a id="b"></a> c\n- d', '- c\n- d'],
  ])('removes HTML anchors %s', (_name, text, expected) => {
    expect(readable(text).replaceAll(/(?<=\S) {2,}/g, ' ')).toBe(expected);
  });

  it('removes an HTML anchor before the heading that is the page title', () => {
    const page = createPage('<a id="b"></a>\n\n## T\n\nb\n\n### C');
    expect([page.title, page.heading]).toEqual(['T', 0]);
  });

  it.each([
    ['links without text', '<a href="b" />'],
    ['links with an ID', '<a id="b" href="c" />'],
    ['anchors in code', '`<a id="b"></a>`\n\n```html\n<a id="b"></a>\n```'],
    ['unclosed anchors', '<a id="b'],
  ])('leaves %s unchanged when it removes HTML anchors', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});
