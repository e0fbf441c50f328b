import { type CandidatePage, listFolders } from '../candidate-page.ts';
import { groupByRoute } from '../page-route.ts';
import { findAmbiguousFolders } from './ambiguous-folders.ts';
import { findLanguageMarkers } from './language-markers.ts';
import { type MarkedPage, OriginalPages } from './original-pages.ts';
import { TranslationCheck, type TranslationClaim } from './translation-check.ts';

/**
 * Finds pages that are translations of another page. Returns each translation with its original: the English page; otherwise, a page without a
 * language marker; otherwise, a page in the language with the most pages. English pages and unmarked pages never replace each other, because the
 * language of unmarked pages is unknown.
 */
export function findTranslations(pages: readonly CandidatePage[]): Map<CandidatePage, CandidatePage> {
  const markedPages: MarkedPage[] = [];
  for (const page of pages) for (const marker of findLanguageMarkers(page)) markedPages.push({ page, marker });
  if (markedPages.length === 0) return new Map();
  const originalPages = new OriginalPages(markedPages, groupByRoute(pages));
  const claims = markedPages.map((one): TranslationClaim => ({ ...one, original: originalPages.find(one) }));
  const translationCheck = new TranslationCheck(claims, findAmbiguousFolders(listFolders(pages)));
  const translations = new Map<CandidatePage, CandidatePage>();
  for (const claim of claims) {
    const { page, original } = claim;
    if (original !== undefined && !translations.has(page) && translationCheck.holds(claim, original))
      translations.set(page, original.page);
  }
  return translations;
}
