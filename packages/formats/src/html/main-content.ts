import { isMisnamed, isPageHeader } from './boilerplate.ts';
import { type Element, elementsOf, Holds, holds, mark } from './node.ts';

/** The elements whose contents make up the page without what stands around them: `main`, or the articles, or everything. */
export function mainContent(root: Element): readonly Element[] {
  const found: { main?: Element; role?: Element; articles: Element[]; headers: Element[] } = {
    articles: [],
    headers: [],
  };
  search(root, false, found);
  const { main, role, articles, headers } = found;
  if (main) return [main];
  if (role) return [role];
  if (articles.length > 0) return articles;
  // Many a page has its only title in its header.
  const [header] = headers;
  if (!holds(root, Holds.pageHeading) && header) {
    speak(header);
  }
  return [root];
}

/** Lets an element be read after all. */
function speak(element: Element): void {
  element.silent = false;
  if (element.parent) mark(element.parent, element.holds);
}

/** Looks for the first `main` and for the outermost articles that have something in them for readers. */
function search(
  element: Element,
  isInArticle: boolean,
  found: { main?: Element; role?: Element; articles: Element[]; headers: Element[] },
): void {
  for (const child of elementsOf(element)) {
    if (isMisnamed(child)) speak(child);
    if (isPageHeader(child)) found.headers.push(child);
    const isFilled = holds(child, Holds.content);
    const isArticle = child.name === 'article' && isFilled && !child.silent && !isInArticle;
    if (isFilled && child.name === 'main') found.main ??= child;
    else if (isFilled && child.attributes.get('role')?.trim().toLowerCase() === 'main') found.role ??= child;
    else if (isArticle) found.articles.push(child);
    search(child, isInArticle || isArticle || child.silent, found);
  }
}
