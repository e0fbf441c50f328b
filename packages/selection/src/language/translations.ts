import { foldersOf, type Page } from '../candidate.ts';
import { byRoute } from '../route.ts';
import { namesakes } from './ambiguous-folders.ts';
import { languageMarks } from './language-markers.ts';
import { Originals } from './originals.ts';
import { type Claim, Proof } from './translation-check.ts';

/**
 * The pages that are translations of another that is there, with that other: the English one, else the one without a mark of a
 * language, else the one in the language with the most pages. English pages and those without a mark are never left out for each
 * other: which language is meant by no mark is not known.
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
