import { getFormatName } from '@context-sync/formats/extensions';
import type { Address, InclusionResult, Reference, ResolvedTarget, Site } from '@context-sync/reading';
import { classifyMissing } from './classify-link.ts';
import { Repository } from './docs-repository.ts';
import type { PageMetadata } from './facts/page-metadata.ts';
import type { Rules, Target } from './generator-rules.ts';
import { hasKnownAnchors } from './heading-anchors.ts';
import { isBelowEntry, isIgnoredFile } from './ignored-files.ts';
import { includeNames } from './include-names.ts';
import type { SiteEntry } from './navigation/navigated-site.ts';
import { readNavigation } from './navigation/read-navigation.ts';
import { findPlace } from './place/find-place.ts';
import { findNavigationTitle } from './place/parent-titles.ts';
import {
  createRecordingLookup,
  type FactUse,
  type Location,
  type Lookup,
  type MissingFacts,
  type UseKind,
} from './reference-lookup.ts';
import {
  addTrailingSlash,
  encodeFragment,
  encodePath,
  getFolder,
  getPathInside,
  isExternal,
  resolveInCheckout,
  resolvePath,
  splitTarget,
} from './repository-paths.ts';
import { createSiteBase, getAssetUrl, getRootAddress } from './site-base.ts';
import type { SiteFiles } from './site-files.ts';
import { UNCHECKED_REASONS } from './unchecked-reasons.ts';

export interface SiteIndex extends Site {
  /** Returns the facts that were requested since the last call but not loaded. Load them, discard the recorded uses, and chunk the documents again. */
  takeWanted(): MissingFacts;
  /** Returns the facts that were used for a document since the last call. */
  takeUses(path: string): readonly FactUse[];
  /** Returns the current digest of a fact. A digest that differs from the recorded one means that the document must be chunked again. */
  digest(use: { readonly kind: UseKind; readonly key: string }): string;
  /** Returns the names by which other documents can refer to a document. Callers store them for `SiteFiles.owners` of the next run. */
  getNames(path: string): readonly string[];
  /** Returns a digest of the inputs that all documents depend on: configuration files of generators, and texts that repeat on HTML pages. */
  configDigest(): string;
  /** Returns the conclusions that were inferred from the links of the sites, as sentences for the log. */
  listInferences(): readonly string[];
  /** Resolves a reference to a location in the repository. */
  locate(from: string, reference: Reference): Location;
  /**
   * Returns the URL path of a document's page, relative to the URL path of the docs folder and without a leading slash, such as `guides/start/`. Returns
   * undefined if the generator does not publish the document.
   */
  pagePath(path: string): string | undefined;
  /** Returns the navigation of the sites, restricted to the given pages. */
  navigation(documents: ReadonlyMap<string, PageMetadata>): readonly SiteEntry[];
  /** Returns the title of the site to which most of the documents belong; undefined if its configuration contains none. */
  siteTitle(documents: Iterable<string>): string | undefined;
  /** Returns the name of the generator of a document; `plain` for a document that belongs to no site. */
  generatorOf(path: string): string;
}

/** Indexes the documents of a repository. The function has no side effects except for calls to `files`. */
export function indexSite(files: SiteFiles): SiteIndex {
  return new IndexedSite(files);
}

class IndexedSite implements SiteIndex {
  readonly #address: Address;
  readonly #repository: Repository;
  /** Files that documents include. Links in an included file may be relative to that file. */
  readonly #included = new Map<string, Set<string>>();
  readonly #uses = new Map<string, Map<string, FactUse>>();

  constructor(files: SiteFiles) {
    this.#address = files.address ?? {};
    this.#repository = new Repository(files);
  }

  takeWanted(): MissingFacts {
    return this.#repository.takeWanted();
  }

  takeUses(path: string): readonly FactUse[] {
    const usesByKey = new Map<string, FactUse>();
    const pendingPaths = [path];
    // If an included file includes another file, the use is recorded for the included file.
    for (let openUse = pendingPaths.pop(); openUse !== undefined; openUse = pendingPaths.pop()) {
      for (const [key, use] of this.#uses.get(openUse) ?? []) {
        if (use.kind === 'text' && !usesByKey.has(key)) pendingPaths.push(use.key);
        usesByKey.set(key, use);
      }
      this.#uses.delete(openUse);
    }
    return [...usesByKey.values()];
  }

  listInferences(): readonly string[] {
    return this.#repository.listInferences();
  }

  digest(use: { readonly kind: UseKind; readonly key: string }): string {
    return this.#repository.digest(use);
  }

  getNames(path: string): readonly string[] {
    return this.#repository.getNames(path);
  }

  configDigest(): string {
    return this.#repository.configDigest();
  }

  attributes(path: string): ReadonlyMap<string, string> {
    return this.#repository.getRules(path).attributes;
  }

  pageUrl(path: string): string | undefined {
    const { siteUrl, repositoryUrl, root = '' } = this.#address;
    if (siteUrl !== undefined) {
      const rules = this.#repository.getRules(path);
      const address = rules.getAddress(path, this.#repository.facts(path) ?? {});
      if (address !== undefined) return createSiteBase(siteUrl, root, rules) + encodePath(address.slice(1));
    }
    return repositoryUrl === undefined ? undefined : addTrailingSlash(repositoryUrl) + encodePath(path);
  }

  pagePath(path: string): string | undefined {
    const rules = this.#repository.getRules(path);
    const address = rules.getAddress(path, this.#repository.facts(path) ?? {});
    if (address === undefined) return undefined;
    const root = getRootAddress(this.#address.root ?? '', rules);
    return (address === root || address.startsWith(`${root}/`) ? address.slice(root.length) : address).replace(
      /^\/+/,
      '',
    );
  }

  generatorOf(path: string): string {
    return this.#repository.getRules(path).generator;
  }

  siteTitle(documents: Iterable<string>): string | undefined {
    const sites = [...Map.groupBy(documents, (path) => this.#repository.getRules(path))];
    const [largest] = sites.toSorted(([, one], [, other]) => other.length - one.length);
    return largest && this.#repository.getTitle(largest[0]);
  }

  navigation(documents: ReadonlyMap<string, PageMetadata>): readonly SiteEntry[] {
    return readNavigation(documents, this.#repository, this.#address.root ?? '');
  }

  include(from: string, target: string): InclusionResult {
    const rules = this.#repository.getRules(from);
    const folder = target.startsWith('/') ? '' : getFolder(from);
    const path =
      rules.includePath?.(from, target, this.#lookup(from)) ??
      resolvePath(folder, target) ??
      resolveInCheckout(folder, target, this.#address.repositoryUrl);
    if (path === undefined) return { problem: `${target} is outside of the repository` };
    this.#use(from, 'text', path);
    // A file that the build creates has no text yet.
    if (this.#isIgnored(from, path)) return { path, text: '' };
    if (!this.#repository.isFile(path)) return { problem: `${path} does not exist` };
    const text = this.#repository.read(path);
    this.#included.set(from, (this.#included.get(from) ?? new Set()).add(path));
    return text === undefined ? { problem: `${path} is not loaded` } : { path, text };
  }

  isIncluded(path: string): boolean {
    const lookup = this.#lookup(path);
    return includeNames(path).some((name) => lookup.findByName(name).some((owner) => owner !== path));
  }

  navigationTitle(path: string): string | undefined {
    return findNavigationTitle(path, this.#lookup(path))?.title;
  }

  place(path: string, title: string): readonly string[] {
    return findPlace(path, title, this.#address.root ?? '', this.#lookup(path));
  }

  repeatedTexts(path: string): ReadonlySet<string> {
    return this.#repository.repeatedTexts.getTexts(path);
  }

  locate(from: string, reference: Reference): Location {
    if (reference.kind === 'url' && isExternal(reference.target)) return { url: reference.target };
    const rules = this.#repository.getRules(from);
    const target = rules.locate(from, reference, this.#lookup(from));
    if (!target) return {};
    if ('path' in target) return this.#checked(from, target);
    for (const included of reference.target.startsWith('/') ? [] : (this.#included.get(from) ?? [])) {
      const inside = rules.locate(included, reference, this.#lookup(from));
      if (inside && 'path' in inside && inside.path !== included) return this.#checked(from, inside);
    }
    if ('unchecked' in target) return target;
    if (reference.kind === 'url') return this.#classify(from, reference.target, target, rules);
    // If the modules of a component are in several repositories, some of its pages are not in this repository.
    const isShared = reference.kind === 'xref' && this.#repository.getFit(rules).isUnfit;
    return isShared ? { unchecked: UNCHECKED_REASONS.project } : target;
  }

  #classify(from: string, target: string, { problem }: { readonly problem: string }, rules: Rules): Location {
    const address = rules.getAddress(from, this.#repository.facts(from) ?? {});
    const { isFile, isFolder } = this.#lookup(from);
    const isGenerated = (path: string) => isBelowEntry(path, { isFile }) || this.#isIgnored(from, path);
    const evidence = this.#repository.getEvidence(rules);
    const site = { rules, evidence, isFolder, isGenerated, fit: () => this.#repository.getFit(rules) };
    return classifyMissing(target, problem, { path: from, address }, site);
  }

  /** Returns whether a file is missing because git ignores it, which means that the build creates the file. */
  #isIgnored(from: string, path: string): boolean {
    if (this.#repository.isFile(path)) return false;
    const read = (ignoreFile: string) => {
      this.#use(from, 'text', ignoreFile);
      return this.#repository.read(ignoreFile);
    };
    return isIgnoredFile(path, { isFile: this.#lookup(from).isFile, read });
  }

  resolve(from: string, reference: Reference): ResolvedTarget {
    const { url: external, path, anchor, title, problem, unchecked } = this.locate(from, reference);
    if (unchecked !== undefined) {
      if (reference.kind !== 'url') return { unchecked };
      // Pages that the repository does not contain have the extension of the generated page.
      const source =
        unchecked === UNCHECKED_REASONS.api
          ? /\.ya?ml(?=[?#]|$)/i
          : unchecked === UNCHECKED_REASONS.website
            ? /\.md(?=[?#]|$)/i
            : undefined;
      const target = source === undefined ? reference.target : reference.target.replace(source, '.html');
      return { url: this.#keepAddress(from, target), unchecked };
    }
    const targetFacts = { ...(title === undefined ? {} : { title }), ...(problem === undefined ? {} : { problem }) };
    if (external !== undefined) return { url: external, ...targetFacts };
    const page = path === undefined ? undefined : this.#getUrl(path, from);
    if (page === undefined) return targetFacts;
    const query = reference.kind === 'url' ? splitTarget(reference.target).query : '';
    return { url: `${page}${query}${anchor === undefined ? '' : `#${encodeFragment(anchor)}`}`, ...targetFacts };
  }

  /** Returns the URL of an unchecked link. If the URL of the site is known, the result is absolute, as in a browser. */
  #keepAddress(from: string, target: string): string {
    const { siteUrl, root = '' } = this.#address;
    const rules = this.#repository.getRules(from);
    if (siteUrl === undefined) return target;
    if (target.startsWith('/') && rules.addsLinkBase === true)
      return createSiteBase(siteUrl, root, rules) + target.slice(1);
    const base = target.startsWith('/') ? siteUrl : rules.generator === 'plain' ? undefined : this.pageUrl(from);
    return base !== undefined && URL.canParse(target, base) ? new URL(target, base).href : target;
  }

  /** Returns the URL of a document, an asset or a folder to which the document at `from` refers. */
  #getUrl(path: string, from: string): string | undefined {
    const { siteUrl, repositoryUrl, root = '' } = this.#address;
    const isPage = hasKnownAnchors(path) || (/\.(?:[jt]sx?|ipynb)$/.test(path) && this.pagePath(path) !== undefined);
    if (siteUrl === undefined || isPage) return this.pageUrl(path);
    const asset = getAssetUrl(path, siteUrl, root, this.#repository.getRules(from));
    if (asset !== undefined) return asset;
    const relativePath = getPathInside(root, path);
    if (relativePath !== undefined) return addTrailingSlash(siteUrl) + encodePath(relativePath);
    return repositoryUrl === undefined ? undefined : addTrailingSlash(repositoryUrl) + encodePath(path);
  }

  /** Returns the location of a target with its title, after checking its anchor. */
  #checked(from: string, target: Extract<Target, { path: string }>): Location {
    const { path, fragment, title: own, isChecked = false, isOpen = false } = target;
    const isPage = hasKnownAnchors(path);
    const hasTitle = isPage || getFormatName(path) === 'notebook';
    this.#use(from, hasTitle ? 'page' : 'file', path);
    const facts = hasTitle ? this.#repository.facts(path) : undefined;
    const title = own ?? facts?.title;
    const targetFacts = { path, ...(title === undefined ? {} : { title }) };
    if (fragment === undefined || fragment === '' || fragment === 'top') return targetFacts;
    if (isPage) this.#use(from, 'anchor', `${path}#${fragment}`);
    if (!isPage || isChecked || !facts || fragment.startsWith(':~:')) return { ...targetFacts, anchor: fragment };
    const heading = this.#repository.getAnchors(path).get(fragment);
    // Viewers of OpenAPI documents use anchors with slashes. The title of the page does not describe an unknown part of the same page.
    if (heading === undefined && (isOpen || fragment.includes('/') || this.#repository.hasOpenAnchors(path)))
      return { ...(path === from && own === undefined ? { path } : targetFacts), anchor: fragment };
    if (heading === undefined) return { ...targetFacts, problem: `${path} has no anchor "${fragment}"` };
    return { ...targetFacts, anchor: fragment, ...(own === undefined && heading !== '' ? { title: heading } : {}) };
  }

  /** Returns a view of the repository that records each lookup for the document `from`. */
  #lookup(from: string): Lookup {
    return createRecordingLookup(this.#repository, (kind, key) => this.#use(from, kind, key));
  }

  #use(from: string, kind: UseKind, key: string): void {
    const fileUses = this.#uses.get(from) ?? new Map<string, FactUse>();
    this.#uses.set(from, fileUses);
    fileUses.set(`${kind} ${key}`, { kind, key, digest: this.digest({ kind, key }) });
  }
}
