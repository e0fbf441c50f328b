import { getExisting } from '@context-sync/base';
import type { CandidatePage } from '../candidate-page.ts';
import { findMostAlike } from '../page-route.ts';
import { compareCodePoints } from '../path-order.ts';
import type { LanguageMarker } from './language-markers.ts';
import type { Language } from './language-tag.ts';

/** A page and one of its language markers. */
export interface MarkedPage {
  readonly page: CandidatePage;
  readonly marker: LanguageMarker;
}

/** The original of a page, assuming that the marker names the page's language, and the rule that found the original. */
export interface OriginalPage {
  readonly page: CandidatePage;
  /** Rule that found the original: it is marked as English, has no marker, or is in the language with the most pages. */
  readonly rule: 'english' | 'unmarked' | 'most';
  /** Whether the file name marks the original as English, rather than its folder. */
  readonly inName: boolean;
}

/** An index that finds the originals of marked pages. */
export class OriginalPages {
  readonly #unmarked: ReadonlyMap<string, readonly CandidatePage[]>;
  readonly #english = new Map<string, MarkedPage>();
  readonly #other = new Map<string, MarkedPage>();
  readonly #order: (a: Language, b: Language) => number;

  /** @param unmarkedPages all pages by route. A page whose route equals the route of a marked page without its marker is an unmarked original. */
  constructor(markedPages: readonly MarkedPage[], unmarkedPages: ReadonlyMap<string, readonly CandidatePage[]>) {
    this.#unmarked = unmarkedPages;
    this.#order = compareLikelihood(markedPages);
    for (const candidate of markedPages) {
      const { language, routes } = candidate.marker;
      // A doubtful code does not prove that the page is in that language.
      if (language.weight === 'doubtful') continue;
      const originalsByRoute = language.english ? this.#english : this.#other;
      for (const route of routes) {
        const bestOriginal = originalsByRoute.get(route);
        if (bestOriginal === undefined || this.#order(language, bestOriginal.marker.language) < 0)
          originalsByRoute.set(route, candidate);
      }
    }
  }

  /** Returns the original of the page, assuming that the marker is correct; undefined if there is none. */
  find({ page, marker }: MarkedPage): OriginalPage | undefined {
    for (const route of marker.routes) {
      const englishOriginal = this.#english.get(route);
      if (englishOriginal !== undefined && this.#order(englishOriginal.marker.language, marker.language) < 0) {
        return { page: englishOriginal.page, rule: 'english', inName: englishOriginal.marker.form !== 'folder' };
      }
    }
    if (marker.language.english) return undefined;
    for (const route of marker.routes) {
      const unmarkedOriginal = findMostAlike(page, marker.stem, this.#unmarked.get(route) ?? []);
      if (unmarkedOriginal !== undefined) return { page: unmarkedOriginal, rule: 'unmarked', inName: false };
    }
    for (const route of marker.routes) {
      const otherOriginal = this.#other.get(route);
      if (otherOriginal !== undefined && this.#order(otherOriginal.marker.language, marker.language) < 0) {
        return { page: otherOriginal.page, rule: 'most', inName: false };
      }
    }
    return undefined;
  }
}

/** Returns a function that compares languages: English first, then its variants, then the languages with the most pages. */
function compareLikelihood(markedPages: readonly MarkedPage[]): (a: Language, b: Language) => number {
  const pages = new Map<string, number>();
  for (const { marker } of markedPages) pages.set(marker.language.tag, (pages.get(marker.language.tag) ?? 0) + 1);
  return (a, b) =>
    rateEnglish(b) - rateEnglish(a) ||
    getExisting(pages, b.tag) - getExisting(pages, a.tag) ||
    compareCodePoints(a.tag, b.tag);
}

function rateEnglish({ tag, english }: Language): number {
  if (!english) return 0;
  return tag === 'en' ? 3 : tag === 'en-us' ? 2 : 1;
}
