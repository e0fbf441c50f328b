import type { Root } from 'hast';
import { toString as getContentText } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { HOME_PATH } from './navigation.ts';
import { isPagePath } from './page-path.ts';
import type { PageSource } from './store.ts';

/** Placeholder for the base path of the portal in links of stored HTML. The private-use character is removed from texts. */
export const PORTAL_MARK = '\u{E000}';
/** Prefix of the ids that come from the Markdown, so that they do not conflict with ids of the layout. */
export const ID_PREFIX = 'user-content-';

/** Adds the id prefix to the targets of links within the page, including links to footnotes. */
export function resolveFragments(tree: Root): void {
  const ids = new Set<string>();
  visit(tree, 'element', ({ properties }) => {
    for (const id of [properties.id, properties.name]) if (typeof id === 'string') ids.add(id);
  });
  visit(tree, 'element', ({ properties }) => {
    const { href } = properties;
    if (typeof href !== 'string' || !href.startsWith('#')) return;
    const id = decode(href.slice(1));
    if (!ids.has(id) && ids.has(`${ID_PREFIX}${id}`)) properties.href = `#${ID_PREFIX}${id}`;
    const references = properties.ariaDescribedBy;
    if (Array.isArray(references)) {
      properties.ariaDescribedBy = references.map((each) =>
        ids.has(String(each)) ? String(each) : `${ID_PREFIX}${each}`,
      );
    }
  });
}

/** Adds the portal's base path to links to other pages, and marks links to other sites. */
export function resolveLinks(tree: Root, path: string, links: Set<string>): void {
  visit(tree, 'element', ({ tagName, properties }) => {
    if (tagName === 'img') properties.loading = 'lazy';
    const name = tagName === 'a' ? 'href' : tagName === 'img' ? 'src' : undefined;
    const address = name && properties[name];
    if (name === undefined || typeof address !== 'string' || address === '' || address.startsWith('#')) return;
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) {
      if (name === 'href') properties.rel = ['noopener', 'noreferrer'];
      return;
    }
    if (!URL.canParse(address, `https://portal.invalid/${path}`)) return;
    const url = new URL(address, `https://portal.invalid/${path}`);
    if (url.host !== 'portal.invalid') return;
    if (name === 'src') {
      properties.src = `${PORTAL_MARK}${url.pathname}`;
      return;
    }
    const target = getTargetPath(decode(url.pathname));
    if (isPagePath(target)) links.add(target);
    properties.href = `${PORTAL_MARK}/${isPagePath(target) ? target : url.pathname.slice(1)}${url.search}${url.hash}`;
  });
}

/** Adds an empty alternative text to images without one. An image that is the content of a link gets its file name as the alternative text. */
export function nameImages(tree: Root, warnings: Set<string>): void {
  visit(tree, 'element', (node) => {
    if (node.tagName === 'img' && node.properties.alt === undefined) {
      node.properties.alt = '';
      warnings.add(
        `the image ${String(node.properties.src).replaceAll(PORTAL_MARK, '').slice(0, 200)} has no alternative text`,
      );
    }
  });
  visit(tree, 'element', (link) => {
    if (link.tagName !== 'a' || getContentText(link).trim() !== '') return;
    visit(link, 'element', (image) => {
      const { alt, src } = image.properties;
      if (image.tagName === 'img' && alt === '')
        image.properties.alt = String(src).split('/').at(-1)?.split('.')[0] || 'Image';
    });
  });
}

/** Returns the path of the page to which a link points, without a file name. */
export function getTargetPath(pathname: string): string {
  const target = pathname
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.(?:md|mdx|html?)$/i, '')
    .replace(/\/(?:index|readme)$/i, '');
  return target === '' ? 'index' : target;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the path that relative links are resolved against: the path of the page or, if the page is the index of a folder, the folder. */
export function getLinkBase(path: string, source: PageSource | null | undefined): string {
  return isFolderFile(path, source?.file) ? `${path}/` : path;
}

/** Returns whether a page is the index of its folder: `guides/README.md` or `guides/index.md` for the page `guides`. */
function isFolderFile(path: string, file: string | undefined): boolean {
  return (
    file !== undefined &&
    path !== HOME_PATH &&
    /(?:^|\/)(?:index|readme)\.[a-z]+$/i.test(file) &&
    !/(?:^|\/)(?:index|readme)$/.test(path)
  );
}
