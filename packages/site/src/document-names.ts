import { getFormatName } from '@context-sync/formats/extensions';
import { isAsciidoc } from './asciidoc-anchors.ts';
import type { DocumentFacts } from './facts/document-facts.ts';
import type { Rules } from './generator-rules.ts';
import { hasKnownAnchors } from './heading-anchors.ts';
import { listIncludeNames } from './include-names.ts';
import { isPlaceName, listPlaceNamesOfPath, listPlaceNamesOfText } from './place/title-names.ts';
import type { Lookup } from './reference-lookup.ts';

type OwnersByName = ReadonlyMap<string, readonly string[]>;

/** The documents of a repository, and the rules of the site to which each document belongs. */
interface RuledDocuments extends Lookup {
  getRules(path: string): Rules;
}

/** The names that documents define, by their paths and by their texts. The owners of all names are computed when they are first needed. */
export class DocumentNames {
  readonly #documents: RuledDocuments;
  readonly #areRulesFinal: () => boolean;
  /** Rules of documents that belong to no site. */
  readonly #plain: Rules;
  #ownersInPaths: OwnersByName | undefined;
  #ownersInTitles: OwnersByName | undefined;
  #ownersInTexts: OwnersByName | undefined;

  constructor(documents: RuledDocuments, areRulesFinal: () => boolean, plainRules: Rules) {
    this.#documents = documents;
    this.#areRulesFinal = areRulesFinal;
    this.#plain = plainRules;
  }

  /** Returns all names that a document defines. */
  getNames(path: string): readonly string[] {
    const facts = this.#documents.facts(path) ?? {};
    return [
      ...new Set([
        ...this.#listPathNames(path),
        ...this.#listTextNames(path, facts),
        ...this.#listTitleNames(path, facts),
      ]),
    ];
  }

  /** Returns the owners of the names that paths define. */
  inPaths(): OwnersByName {
    if (this.#ownersInPaths) return this.#ownersInPaths;
    const owners = new Map<string, string[]>();
    for (const path of this.#documents.paths) for (const name of this.#listPathNames(path)) addTo(owners, name, path);
    if (this.#areRulesFinal()) this.#ownersInPaths = owners;
    return owners;
  }

  /**
   * Returns the owners of the names that texts define. Depending on `name`, these are the names of titles and table of contents entries, or all other names.
   * Reads all documents, so it is only used if there is no index of names.
   */
  inTexts(name: string): OwnersByName {
    return isPlaceName(name) ? this.#inTitles() : this.#inTexts();
  }

  /** Returns the documents by their titles, and by the pages in their tables of contents. */
  #inTitles(): OwnersByName {
    if (this.#ownersInTitles) return this.#ownersInTitles;
    const { owners, isComplete } = this.#collect(
      (path) => getFormatName(path) !== undefined,
      (path, facts) => this.#listTitleNames(path, facts),
    );
    if (isComplete) this.#ownersInTitles = owners;
    return owners;
  }

  #inTexts(): OwnersByName {
    if (this.#ownersInTexts) return this.#ownersInTexts;
    const { owners, isComplete } = this.#collect(
      (path) =>
        (hasKnownAnchors(path) || /\.(?:txt|ipynb)$/.test(path)) &&
        (isAsciidoc(path) || this.#documents.getRules(path) !== this.#plain),
      (path, facts) => this.#listTextNames(path, facts),
    );
    if (isComplete && this.#areRulesFinal()) this.#ownersInTexts = owners;
    return owners;
  }

  #collect(
    isIncluded: (path: string) => boolean,
    listNames: (path: string, facts: DocumentFacts) => readonly string[],
  ): { readonly owners: OwnersByName; readonly isComplete: boolean } {
    const owners = new Map<string, string[]>();
    let isComplete = true;
    for (const path of this.#documents.paths) {
      if (!isIncluded(path)) continue;
      const facts = this.#documents.facts(path);
      if (!facts) isComplete = false;
      else for (const name of listNames(path, facts)) addTo(owners, name, path);
    }
    return { owners, isComplete };
  }

  #listPathNames(path: string): readonly string[] {
    const documents = this.#documents;
    return [
      ...documents.getRules(path).namesFromPath(path),
      ...listPlaceNamesOfPath(path, (folder) => documents.isFolder(folder)),
    ];
  }

  #listTextNames(path: string, facts: DocumentFacts): readonly string[] {
    const documents = this.#documents;
    const rules = documents.getRules(path);
    const includedNames = listIncludeNames(path, facts.includes ?? [], (target) =>
      rules.includePath?.(path, target, documents),
    );
    return [...rules.namesFromFacts(path, facts), ...includedNames];
  }

  #listTitleNames(path: string, facts: DocumentFacts): readonly string[] {
    return listPlaceNamesOfText(path, facts, this.#documents.getRules(path).folder);
  }
}

function addTo(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
