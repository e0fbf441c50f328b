import { foldersOf, type Page } from '../candidate.ts';
import { byRoute } from '../route.ts';
import { namesakes } from './ambiguous-folders.ts';
import { languageMarks } from './language-markers.ts';
import { Originals } from './originals.ts';
import { type Claim, Proof } from './translation-check.ts';

/**
 * Finds pages that are translations of another page: the English one, else one without a language marker, else one in the language with the most
 * pages. English and unmarked pages are never skipped for each other, because the language of unmarked pages is unknown.
 */
export function translations(pages: readonly Page[]): Map<Page, Page> {
  const marked = pages.flatMap((page) => languageMarks(page).map((mark) => ({ page, mark })));
  if (marked.length === 0) return new Map();
  const originals = new Originals(marked, byRoute(pages));
  const claims = marked.map((one): Claim => ({ ...one, original: originals.find(one) }));
  const proof = new Proof(claims, namesakes(foldersOf(pages)));
  const found = new Map<Page, Page>();
  for (const claim of claims) {
    const { page, original } = claim;
    if (original !== undefined && !found.has(page) && proof.holds(claim, original)) found.set(page, original.page);
  }
  return found;
}
