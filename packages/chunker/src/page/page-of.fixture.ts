import { linesOf } from '../scan/lines.ts';
import type { Page } from './page.ts';
import { parse } from './parse.ts';

/** A text without front matter as a page. */
export function pageOf(text: string, mdx = false): Page {
  return parse(linesOf(text), {
    path: mdx ? 'page.mdx' : 'page.md',
    from: 0,
    title: undefined,
    fallback: () => 'Page',
    mdx,
    target: undefined,
    wholeLevel: undefined,
  });
}
