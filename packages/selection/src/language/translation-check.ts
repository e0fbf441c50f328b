import { Evidence } from '../kind-evidence.ts';
import type { AmbiguousFolders } from './ambiguous-folders.ts';
import { isCommunityFile, isForAll } from './language-markers.ts';
import type { MarkedPage, OriginalPage } from './original-pages.ts';

/** A page that may be a translation according to one of its markers. */
export interface TranslationClaim extends MarkedPage {
  readonly original: OriginalPage | undefined;
}

/**
 * Checks whether pages are translations. A code does not prove this (`it/`, `no/`, `user.id.md`). The less certain the code is, the more of the pages
 * with the code must have an original.
 */
export class TranslationCheck {
  readonly #evidence = new Evidence();
  readonly #findAmbiguousFolders: AmbiguousFolders;
  /** Folders that certainly contain language folders. */
  readonly #parents = new Set<string>();
  /** Routes of pages whose file names certainly contain a language code. */
  readonly #inNames = new Set<string>();

  constructor(claims: readonly TranslationClaim[], findAmbiguousFolders: AmbiguousFolders) {
    this.#findAmbiguousFolders = findAmbiguousFolders;
    for (const { marker, original } of claims) {
      const { form, language, parent } = marker;
      this.#evidence.count(marker.place, marker.isDistinctive, original === undefined ? [] : [original.rule]);
      if (parent !== undefined && language.english) this.#parents.add(parent);
      if (form === 'suffix' && language.weight !== 'doubtful')
        for (const route of marker.routes) this.#inNames.add(route);
    }
    // If one folder is certainly a language, its doubtful siblings are languages as well.
    for (const claim of claims) {
      const { parent, language } = claim.marker;
      if (parent === undefined || claim.original?.rule !== 'unmarked' || language.weight === 'doubtful') continue;
      if (this.#isFolderOfLanguage(claim)) this.#parents.add(parent);
    }
  }

  /** Returns whether the page is a translation of the original. */
  holds(claim: TranslationClaim, original: OriginalPage): boolean {
    if (claim.marker.form === 'tool') return true;
    if (original.rule === 'most') return this.#isOneOfEquals(claim);
    return claim.marker.form === 'folder'
      ? this.#isTranslationByFolder(claim, original)
      : this.#isTranslationByName(claim, original);
  }

  #isTranslationByFolder(claim: TranslationClaim, { rule }: OriginalPage): boolean {
    const { language, parent = '', place, amongTranslations } = claim.marker;
    const { pages, matched } = this.#evidence.getEvidence(place, 'unmarked');
    if (rule === 'english') return language.weight !== 'doubtful' || this.#parents.has(parent);
    return amongTranslations || this.#isFolderOfLanguage(claim) || (this.#parents.has(parent) && 2 * matched >= pages);
  }

  /** Returns whether the folder is a language folder whose originals have no marker. */
  #isFolderOfLanguage({ marker: { language, place, parent = '' } }: TranslationClaim): boolean {
    const { pages, matched } = this.#evidence.getEvidence(place, 'unmarked');
    const isMost = 2 * matched >= pages;
    if (language.weight === 'regional') return isMost || matched >= 3;
    if (this.#findAmbiguousFolders.isOfCountries(parent)) return false;
    if (language.weight === 'doubtful') {
      return isForAll(parent) && isMost && matched >= 3 && !this.#findAmbiguousFolders.isOfProgramming(parent);
    }
    return isForAll(parent) ? (isMost && matched >= 1) || matched >= 3 : isMost && matched >= 3;
  }

  #isTranslationByName(
    { marker: { language, form, routes, stem } }: TranslationClaim,
    { rule, inName }: OriginalPage,
  ): boolean {
    if (language.weight === 'regional' || isCommunityFile(stem) || (rule === 'english' && inName)) return true;
    // `payments-de.md` describes Germany, and `user_id.md` describes ids.
    if (form === 'joined') return false;
    return language.weight === 'clear' || routes.some((route) => this.#inNames.has(route));
  }

  /** Returns whether the page is a translation of a page in a marked language other than English. */
  #isOneOfEquals({ marker: { language, form, place, parent = '' } }: TranslationClaim): boolean {
    if (language.weight === 'doubtful' || form === 'joined') return false;
    if (language.weight === 'clear' && form === 'folder' && this.#findAmbiguousFolders.isOfCountries(parent))
      return false;
    const { pages, matched } = this.#evidence.getEvidence(place, 'most');
    return matched >= 2 && 2 * matched >= pages;
  }
}
