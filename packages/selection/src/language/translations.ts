import { allFolders, type CandidatePage } from '../candidate.ts';
import { byRoute } from '../route.ts';
import { findAmbiguousFolders } from './ambiguous-folders.ts';
import { findLanguageMarkers } from './language-markers.ts';
import { Originals } from './originals.ts';
import { TranslationCheck, type TranslationClaim } from './translation-check.ts';

/**
 * Finds pages that are translations of another page: the English one, else one without a language marker, else one in the language with the most
 * pages. English and unmarked pages are never skipped for each other, because the language of unmarked pages is unknown.
 */
export function findTranslations(pages: readonly CandidatePage[]): Map<CandidatePage, CandidatePage> {
  const markedPages = pages.flatMap((page) => findLanguageMarkers(page).map((marker) => ({ page, marker })));
  if (markedPages.length === 0) return new Map();
  const originals = new Originals(markedPages, byRoute(pages));
  const claims = markedPages.map((one): TranslationClaim => ({ ...one, original: originals.find(one) }));
  const proof = new TranslationCheck(claims, findAmbiguousFolders(allFolders(pages)));
  const found = new Map<CandidatePage, CandidatePage>();
  for (const claim of claims) {
    const { page, original } = claim;
    if (original !== undefined && !found.has(page) && proof.holds(claim, original)) found.set(page, original.page);
  }
  return found;
}
