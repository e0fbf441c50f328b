import { describe, expect, it } from 'vitest';
import { indexSite } from './index-site.ts';
import { createSite } from './site.fixture.ts';

const MENU = '<div><a href="a.html">First</a> <a href="b.html">Second</a></div>';

/** Returns HTML pages with the menu, each with a different text. */
function pages(count: number, menu = MENU): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`site/${at % 2 ? 'sub/' : ''}${at}.html`, `${menu}<p>Text ${at}</p>`]),
  );
}

describe('repeatedTexts', () => {
  it('returns the texts of blocks that appear on most pages of the site', () => {
    const site = createSite({ ...pages(9), 'site/other.html': '<p>Other</p>' });
    expect([...site.repeatedTexts('site/1.html')]).toEqual(['firstsecond']);
  });

  it('finds no repeated texts for few pages, other formats and other generators', () => {
    expect(createSite(pages(3)).repeatedTexts('site/1.html').size).toBe(0);
    const site = createSite({ ...pages(9), 'b/x.html': MENU, 'site/x.md': 'text' });
    expect(site.repeatedTexts('b/x.html').size).toBe(0);
    expect(site.repeatedTexts('site/x.md').size).toBe(0);
  });

  it('changes the digest of the configuration only if the repeated texts change', () => {
    const digest = createSite(pages(40)).configDigest();
    expect(createSite({ ...pages(40), 'site/4.html': `${MENU}<p>New text</p>` }).configDigest()).toBe(digest);
    expect(createSite({ ...pages(40), 'site/new.html': `${MENU}<p>New</p>` }).configDigest()).toBe(digest);
    expect(createSite(pages(40, '<div>Other menu</div>')).configDigest()).not.toBe(digest);
  });

  it('reads at most twelve pages of a site to find repeated texts', () => {
    const files = new Map(Object.entries(pages(500)));
    const read = new Set<string>();
    const site = indexSite({ paths: new Set(files.keys()), read: (path) => files.get(read.add(path) && path) });
    expect(site.repeatedTexts('site/1.html').size).toBe(1);
    expect(read.size).toBe(12);
  });

  it('the repeated texts are complete once all requested pages are loaded', () => {
    const files = new Map(Object.entries(pages(9)));
    const loadedTexts = new Map<string, string>();
    const site = indexSite({ paths: new Set(files.keys()), read: (path) => loadedTexts.get(path) });
    expect(site.repeatedTexts('site/1.html').size).toBe(0);
    for (const path of site.takeWanted().paths) loadedTexts.set(path, files.get(path) ?? '');
    expect([...site.repeatedTexts('site/1.html')]).toEqual(['firstsecond']);
  });
});
