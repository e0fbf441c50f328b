import { getFormatName } from '@context-sync/formats/extensions';
import type { Rules } from './generator-rules.ts';
import type { Lookup } from './reference-lookup.ts';
import { getPathInside } from './repository-paths.ts';
import { examineSite, type SiteFit } from './site-fit.ts';

/** The parts of a repository that are needed to compare rules with links. */
interface ExaminedRepository {
  readonly paths: ReadonlySet<string>;
  /** Finds files and the names that paths define, without reading pages. */
  readonly lookup: Lookup;
  /** Returns the rules of the site that contains a document. */
  getRules(path: string): Rules;
  /** Returns the text of a file; undefined if it is not loaded. */
  read(path: string): string | undefined;
  /** Returns whether all configuration files are loaded. */
  isLoaded(): boolean;
}

/** Results of comparing the rules of each site with its links. Each site is examined once, when its result is first needed. */
export class SiteFits {
  readonly #root: string;
  readonly #repository: ExaminedRepository;
  readonly #fits = new Map<Rules, SiteFit>();
  #pages: ReadonlyMap<Rules, readonly string[]> | undefined;
  #isExamining = false;

  constructor(root: string, repository: ExaminedRepository) {
    this.#root = root;
    this.#repository = repository;
  }

  get(rules: Rules): SiteFit {
    const knownFit = this.#fits.get(rules);
    if (knownFit) return knownFit;
    const { read, lookup, isLoaded } = this.#repository;
    let isComplete = true;
    const readText = (path: string) => {
      const text = read(path);
      if (text === undefined) isComplete = false;
      return text;
    };
    this.#isExamining = true;
    const fit = examineSite(rules, this.#listPages().get(rules) ?? [], readText, lookup);
    this.#isExamining = false;
    if (isComplete && isLoaded()) this.#fits.set(rules, fit);
    return fit;
  }

  /** Returns whether URLs omit number prefixes. While the site is examined, URLs are assumed to contain the prefixes. */
  hidesPrefixes(rules: Rules): boolean {
    return !this.#isExamining && this.get(rules).hidesPrefixes;
  }

  /** Returns the results for all sites with documents in the docs folder, as plain data. */
  list(): readonly unknown[] {
    return [...this.#listPages().keys()].map((rules) => {
      const { areas, isUnfit, hidesPrefixes } = this.get(rules);
      return [
        rules.folder,
        [...areas.pages].sort(),
        [...areas.files].sort(),
        [...areas.sections].sort(),
        areas.sources,
        isUnfit,
        hidesPrefixes,
      ];
    });
  }

  /** Returns the documents in the docs folder by the rules of their sites. */
  #listPages(): ReadonlyMap<Rules, readonly string[]> {
    if (this.#pages) return this.#pages;
    const { paths, getRules, isLoaded } = this.#repository;
    const documents = [...paths].filter(
      (path) => getPathInside(this.#root, path) !== undefined && getFormatName(path) !== undefined,
    );
    const pages = Map.groupBy(documents, getRules);
    if (isLoaded()) this.#pages = pages;
    return pages;
  }
}
