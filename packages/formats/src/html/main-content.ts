import { isFalseBoilerplate, isPageHeader } from './boilerplate.ts';
import { addFlags, type Element, ElementFlag, getElements, hasFlag } from './html-node.ts';
import { ignoreBoilerplate } from './ignore-boilerplate.ts';
import { ignoreRepeated } from './repeated-blocks.ts';

/**
 * Returns the elements that contain the page's own content: `main`, or the articles, or everything except boilerplate and the blocks that repeat on
 * most pages of the site.
 */
export function mainContent(
  root: Element,
  title?: string,
  repeatedBlocks: ReadonlySet<string> = new Set(),
): readonly Element[] {
  const candidates: { main?: Element; role?: Element; articles: Element[]; headers: Element[] } = {
    articles: [],
    headers: [],
  };
  findCandidates(root, false, candidates);
  const { main, role, articles, headers } = candidates;
  if (main) return [main];
  if (role) return [role];
  if (articles.length > 0) return articles;
  // On many pages, the header contains the only title.
  const [header] = headers;
  if (!hasFlag(root, ElementFlag.pageHeading) && header) {
    includeElement(header);
  }
  ignoreRepeated(root, repeatedBlocks);
  ignoreBoilerplate(root, title);
  return [root];
}

/** Includes an element that was ignored as boilerplate. */
function includeElement(element: Element): void {
  element.isIgnored = false;
  if (element.parent) addFlags(element.parent, element.flags);
}

/** Finds the first `main` element and the outermost articles that have content for readers. */
function findCandidates(
  element: Element,
  isInArticle: boolean,
  foundElements: { main?: Element; role?: Element; articles: Element[]; headers: Element[] },
): void {
  for (const child of getElements(element)) {
    if (isFalseBoilerplate(child)) includeElement(child);
    if (isPageHeader(child)) foundElements.headers.push(child);
    const isFilled = hasFlag(child, ElementFlag.content);
    const isArticle = child.name === 'article' && isFilled && !child.isIgnored && !isInArticle;
    if (isFilled && child.name === 'main') foundElements.main ??= child;
    else if (isFilled && child.attributes.get('role')?.trim().toLowerCase() === 'main') foundElements.role ??= child;
    else if (isArticle) foundElements.articles.push(child);
    findCandidates(child, isInArticle || isArticle || child.isIgnored, foundElements);
  }
}
