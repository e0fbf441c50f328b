import { ASCIIDOC_ANCHORS, isAsciidoc } from './asciidoc-anchors.ts';
import { DocumentNames } from './document-names.ts';
import { type BuildEvidence, describeEvidence, NO_EVIDENCE, readBuildEvidence } from './evidence/build-evidence.ts';
import type { DocumentFacts } from './facts/document-facts.ts';
import { getFacts } from './facts/get-facts.ts';
import type { Rules } from './generator-rules.ts';
import { getGenerators } from './generators/known-generators.ts';
import { createPlainRules } from './generators/plain-rules.ts';
import { getAnchors } from './heading-anchors.ts';
import { removeHiddenSegments } from './number-prefix.ts';
import { computeDigest, type Lookup, type MissingFacts, type UseKind } from './reference-lookup.ts';
import { RepeatedTexts } from './repeated-texts.ts';
import { getFolder, getFolders, resolvePath } from './repository-paths.ts';
import type { SiteFiles } from './site-files.ts';
import type { SiteFit } from './site-fit.ts';
import { SiteFits } from './site-fits.ts';

/** Maximum number of configuration files. Further files are ignored. */
const MAX_CONFIGS = 500;
const MAX_INCLUDE_DEPTH = 4;
const HIDDEN_PREFIXES = 'Addresses without number prefixes: most links omit the numbers in front of file names';

/** The documents of a repository and the rules of its sites. Facts and rules are computed when they are first needed. */
export class Repository implements Lookup {
  readonly paths: ReadonlySet<string>;
  readonly #files: SiteFiles;
  readonly #plain: Rules;
  readonly #fits: SiteFits;
  readonly #names: DocumentNames;
  readonly #facts = new Map<string, DocumentFacts>();
  readonly #anchors = new Map<string, ReadonlyMap<string, string>>();
  /** Digests of facts, by kind and key. */
  readonly #digests = new Map<string, string>();
  readonly #owners = new Map<string, readonly string[]>();
  readonly #wantedPaths = new Set<string>();
  readonly #wantedNames = new Set<string>();
  #folders: ReadonlySet<string> | undefined;
  #repeated: RepeatedTexts | undefined;
  #configs: readonly string[] | undefined;
  #rules: readonly Rules[] | undefined;
  /** Functions that read the titles of sites. A title is read only when the docs portal needs it, because its configuration is parsed again. */
  readonly #titles = new WeakMap<Rules, () => string | undefined>();
  readonly #evidence = new WeakMap<Rules, BuildEvidence>();
  /** The rules that result from the files loaded so far, until further files are loaded. */
  #incompleteRules: readonly Rules[] | undefined;

  constructor(files: SiteFiles) {
    this.#files = files;
    this.paths = files.paths;
    const root = files.address?.root ?? '';
    let areUsed: boolean | undefined;
    this.#plain = createPlainRules(root, {
      get areUsed() {
        areUsed ??= [...files.paths].some((path) => removeHiddenSegments(path) !== path);
        return areUsed;
      },
      areHidden: () => this.#fits.hidesPrefixes(this.#plain),
    });
    this.#names = new DocumentNames(this, () => this.#rules !== undefined, this.#plain);
    this.#fits = new SiteFits(root, {
      paths: this.paths,
      getRules: (path) => this.getRules(path),
      read: (path) => this.read(path),
      isLoaded: () => this.#rules !== undefined,
      lookup: {
        paths: this.paths,
        isFile: (path) => this.isFile(path),
        isFolder: (path) => this.isFolder(path),
        facts: () => undefined,
        findByName: (name) => this.#names.inPaths().get(name) ?? [],
      },
    });
  }

  /** Returns the texts that are repeated on the HTML pages of each site. */
  get repeatedTexts(): RepeatedTexts {
    this.#repeated ??= new RepeatedTexts(this.paths, this.#files.address?.root ?? '', (path) => this.read(path));
    return this.#repeated;
  }

  takeWanted(): MissingFacts {
    const missingFacts = { paths: [...this.#wantedPaths].sort(), names: [...this.#wantedNames].sort() };
    this.#wantedPaths.clear();
    this.#wantedNames.clear();
    this.#incompleteRules = undefined;
    return missingFacts;
  }

  digest({ kind, key }: { readonly kind: UseKind; readonly key: string }): string {
    // For speed, the result is not hashed, because most lookups are for files.
    if (kind === 'file') return this.isFile(key) ? 'file' : this.isFolder(key) ? 'folder' : 'none';
    const use = `${kind} ${key}`;
    const knownDigest = this.#digests.get(use);
    if (knownDigest !== undefined) return knownDigest;
    const digest = this.#computeFactDigest(kind, key);
    if (this.#isComplete()) this.#digests.set(use, digest);
    return digest;
  }

  #computeFactDigest(kind: Exclude<UseKind, 'file'>, key: string): string {
    if (kind === 'name') return computeDigest(this.findByName(key));
    if (kind === 'text') return computeDigest(this.read(key) ?? null);
    const hash = kind === 'anchor' ? key.indexOf('#') : key.length;
    const path = key.slice(0, hash);
    if (kind === 'anchor') {
      const heading = this.getAnchors(path).get(key.slice(hash + 1));
      // A link to a missing anchor is kept if the site may create the anchor.
      const isOpen = heading === undefined && this.hasOpenAnchors(path);
      return computeDigest(isOpen ? { isOpen } : (heading ?? null));
    }
    const facts = this.facts(path);
    if (!facts) return computeDigest(null);
    const { title = null, address = null, aliases = null, navigation } = facts;
    return computeDigest([title, address, aliases, ...(navigation === undefined ? [] : [navigation])]);
  }

  configDigest(): string {
    this.#sites();
    const repeatedTexts = this.repeatedTexts.sites.map((site) => [site, ...this.repeatedTexts.getSiteTexts(site)]);
    const configs = (this.#configs ?? []).map((path) => [path, this.#files.read(path) ?? null]);
    const evidence = this.#sites().map((rules) => [rules.folder, ...describeEvidence(this.getEvidence(rules))]);
    return computeDigest([configs, repeatedTexts, this.#fits.list(), evidence]);
  }

  /** Returns how well the rules of a site match its links. */
  getFit(rules: Rules): SiteFit {
    return this.#fits.get(rules);
  }

  /** Returns what the build of a site adds to the files in the repository. */
  getEvidence(rules: Rules): BuildEvidence {
    return this.#evidence.get(rules) ?? NO_EVIDENCE;
  }

  /** Returns the conclusions that were inferred from links, as sentences for the log. */
  listInferences(): readonly string[] {
    return this.#fits.get(this.#plain).hidesPrefixes ? [HIDDEN_PREFIXES] : [];
  }

  isFile(path: string): boolean {
    return this.paths.has(path);
  }

  isFolder(path: string): boolean {
    this.#folders ??= getFolders(this.paths);
    return this.#folders.has(path);
  }

  read(path: string): string | undefined {
    if (!this.paths.has(path)) return undefined;
    const text = this.#files.read(path);
    if (text === undefined) this.#wantedPaths.add(path);
    return text;
  }

  facts(path: string): DocumentFacts | undefined {
    if (!this.paths.has(path)) return undefined;
    const pageFacts = this.#facts.get(path) ?? this.#files.facts?.(path);
    if (pageFacts) return pageFacts;
    const text = this.read(path);
    if (text === undefined) return undefined;
    const facts = getFacts(path, text);
    this.#facts.set(path, facts);
    return facts;
  }

  /** Returns the anchors of a document and of its included files, each with the title of the heading or object that it marks. */
  getAnchors(path: string, depth = 0): ReadonlyMap<string, string> {
    const pageAnchors = this.#anchors.get(path);
    if (pageAnchors) return pageAnchors;
    const facts = this.facts(path);
    if (!facts) return new Map();
    const rules = this.getRules(path);
    const isPlainAsciidoc = rules === this.#plain && isAsciidoc(path);
    const anchors = new Map(getAnchors(facts, isPlainAsciidoc ? ASCIIDOC_ANCHORS : rules.anchors));
    for (const target of depth < MAX_INCLUDE_DEPTH ? (facts.includes ?? []) : []) {
      const includedPath = this.#findIncluded(path, target, rules);
      if (includedPath === undefined) continue;
      for (const [anchor, title] of this.getAnchors(includedPath, depth + 1))
        if (!anchors.has(anchor)) anchors.set(anchor, title);
    }
    if (this.#isComplete()) this.#anchors.set(path, anchors);
    return anchors;
  }

  /** Returns whether a document can have anchors that are not in the repository, because its site or one of its constructs creates them. */
  hasOpenAnchors(path: string, depth = 0): boolean {
    const rules = this.getRules(path);
    const { hasOpenAnchors = false, includes = [] } = this.facts(path) ?? {};
    if (hasOpenAnchors || rules.anchors.isUnknown === true || depth === MAX_INCLUDE_DEPTH) return true;
    return includes.some((target) => {
      const includedPath = this.#findIncluded(path, target, rules);
      return includedPath === undefined || this.hasOpenAnchors(includedPath, depth + 1);
    });
  }

  /** Returns whether no lookup has failed because a document is not loaded yet. Only then, results of lookups are final. */
  #isComplete(): boolean {
    return this.#wantedPaths.size === 0 && this.#wantedNames.size === 0;
  }

  #findIncluded(path: string, target: string, rules: Rules): string | undefined {
    const includedPath = rules.includePath?.(path, target, this) ?? resolvePath(getFolder(path), target);
    return includedPath !== undefined && this.isFile(includedPath) ? includedPath : undefined;
  }

  /** Returns the documents that define a name, by their paths or by their texts. */
  findByName(name: string): readonly string[] {
    const knownOwners = this.#owners.get(name);
    if (knownOwners) return knownOwners;
    const pathOwners = this.#names.inPaths().get(name) ?? [];
    const textOwners = this.#files.owners ? this.#files.owners(name) : this.#names.inTexts(name).get(name);
    if (textOwners === undefined && this.#files.owners) this.#wantedNames.add(name);
    const owners = [...new Set([...pathOwners, ...(textOwners ?? [])])].sort();
    if (this.#isComplete()) this.#owners.set(name, owners);
    return owners;
  }

  getNames(path: string): readonly string[] {
    return this.#names.getNames(path);
  }

  /** Returns the rules of the innermost site that contains the document. */
  getRules(path: string): Rules {
    return this.#sites().find((rules) => rules.covers(path)) ?? this.#plain;
  }

  /** Returns the title of a site; undefined if its configuration contains none. */
  getTitle(rules: Rules): string | undefined {
    return this.#titles.get(rules)?.()?.trim() || undefined;
  }

  /** Returns the rules of the repository's sites, innermost first. */
  #sites(): readonly Rules[] {
    const knownRules = this.#rules ?? this.#incompleteRules;
    if (knownRules) return knownRules;
    const rulesOfSites: Rules[] = [];
    let isComplete = true;
    const readText = (path: string) => {
      const text = this.read(path);
      if (text === undefined && this.paths.has(path)) isComplete = false;
      return text;
    };
    this.#configs ??= [...this.paths].filter((path) => getGenerators(path).length > 0).slice(0, MAX_CONFIGS);
    for (const path of this.#configs) {
      const text = readText(path);
      if (text === undefined) continue;
      for (const generator of getGenerators(path)) {
        const rules = generator.rules(path, text, { paths: this.paths, read: readText });
        for (const each of rules) {
          this.#titles.set(each, () => generator.title?.(path, text));
          this.#evidence.set(each, readBuildEvidence(each, path, text, { paths: this.paths, read: readText }));
        }
        rulesOfSites.push(...rules);
      }
    }
    rulesOfSites.sort((a, b) => b.folder.length - a.folder.length);
    if (isComplete) this.#rules = rulesOfSites;
    else this.#incompleteRules = rulesOfSites;
    return rulesOfSites;
  }
}
