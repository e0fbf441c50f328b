import { describe, expect, it } from 'vitest';
import { pageOf, readable } from '../page/page.fixture.ts';

describe('anchors are removed', () => {
  it.each([
    ['in a block', 'a\n\n<a id="b"></a>\n\nc', 'a\n\nc'],
    ['by their name', '<a name="b"></a>\n\nc', 'c'],
    [
      'in single quotes, or closed in one tag, or with space in them',
      "<a id='b'/>\n<a  name='c' />\n<a id='d'> </a>\n\ne",
      'e',
    ],
    ['without quotes', '<a id=b></a>\n<a name=opt-c/>\n\nd', 'd'],
    ['several in a block', '<a id="b"></a>\n<a id="c"></a>\n\nd', 'd'],
    ['in text', 'a <a id="b"></a>c', 'a c'],
    ['in a heading', '## <a id="b"></a>C\n\nd', '## C\n\nd'],
    ['in a list', '- <a id="b"></a> c\n- d', '- c\n- d'],
  ])('%s', (_name, text, expected) => {
    expect(readable(text).replaceAll(/(?<=\S) {2,}/g, ' ')).toBe(expected);
  });

  it('before the heading that names the page', () => {
    const page = pageOf('<a id="b"></a>\n\n## T\n\nb\n\n### C');
    expect([page.title, page.heading]).toEqual(['T', 0]);
  });

  it.each([
    ['links', '<a href="b">c</a>'],
    ['links with an id', '<a id="b" href="c">d</a>'],
    ['those that hold text', '<a id="b">c</a>'],
    ['code', '`<a id="b"></a>`\n\n```html\n<a id="b"></a>\n```'],
    ['what never ends', '<a id="b'],
  ])('but not %s', (_name, text) => {
    expect(readable(text)).toBe(text);
  });
});
