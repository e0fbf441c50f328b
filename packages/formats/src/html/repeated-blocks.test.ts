import type { Site } from '@context-sync/reading';
import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';
import { extractBlockTexts } from './repeated-blocks.ts';

const MENU = '<div class="a"><div><a href="a.html">First</a></div><div><a href="b.html">Second</a></div></div>';
const NOTICE = '<p>This documentation describes a version that is no longer maintained by anyone.</p>';
const TEXT = 'The queue keeps each message until a worker confirms it. '.repeat(6);

/** Creates a site on which the HTML is repeated on most pages. */
function siteWith(html: string): Site {
  return {
    pageUrl: () => undefined,
    attributes: () => new Map(),
    resolve: () => ({}),
    include: () => ({ problem: 'none' }),
    place: () => [],
    isIncluded: () => false,
    navigationTitle: () => undefined,
    repeatedTexts: () => extractBlockTexts(html),
  };
}

const read = (html: string, repeated: string) =>
  readHtml(html, { path: 'docs/page.html', site: siteWith(repeated) }).markdown;

describe('repeated blocks', () => {
  it('removes blocks that most pages of a site repeat, regardless of their markup', () => {
    const page = `<b>${MENU}</b><div><h1>Queues</h1><p>${TEXT}</p>${NOTICE}</div>`;
    expect(read(page, MENU + NOTICE)).toBe(`# Queues\n\n${TEXT.trim()}`);
  });

  it('removes a repeated menu even if a page opens a part of the menu', () => {
    const wideText = Array.from(
      { length: 8 },
      (_, at) => `<div><a href="${at}.html">Chapter number ${at}</a></div>`,
    ).join('');
    const page = `<div>${wideText}<div><a href="x.html">Own</a></div></div><h1>Queues</h1><p>${TEXT}</p>`;
    expect(read(page, wideText)).toBe(`# Queues\n\n${TEXT.trim()}`);
  });

  it('keeps repeated blocks that are only a label, a heading or a part of a list or table', () => {
    const parts =
      '<h2>Parameters</h2><dl><dt>Returns:</dt><dd>nothing</dd></dl><p>Example:</p><table><tr><th>Name</th><td>own</td></tr></table>';
    const page = `<h1>Queues</h1><p>${TEXT}</p>${parts}`;
    expect(read(page, parts.replace('own', 'other'))).toBe(readHtml(page).markdown);
  });

  it('keeps repeated blocks in the main content, where a list of links is an index', () => {
    const page = `<main><h1>Index</h1>${MENU}</main>`;
    expect(read(page, MENU)).toBe(readHtml(page).markdown);
  });

  it('keeps repeated blocks on a page that has no other content', () => {
    const page = `<h1>Copy</h1><div>${NOTICE}</div>`;
    expect(read(page, page)).toBe(readHtml(page).markdown);
  });
});

it('extractBlockTexts returns the texts of the innermost blocks of a page, without known boilerplate', () => {
  const html =
    '<nav>x</nav><div>One <b>two</b><p>Three, <a class="headerlink" href="#x">¶</a></p></div><script>y</script>';
  expect([...extractBlockTexts(html)]).toEqual(['onetwo', 'three']);
});
