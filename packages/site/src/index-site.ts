import type { Address, InclusionResult, Reference, ResolvedTarget, Site } from '@context-sync/reading';
import { hasAnchors, Repository } from './docs-repository.ts';
import type { Target } from './generator-rules.ts';
import { includeNames } from './include-names.ts';
import { findPlace } from './place/find-place.ts';
import type { FactUse, Location, Lookup, MissingFacts, UseKind } from './reference-lookup.ts';
import { encodePath, getFolder, getPathInside, isExternal, resolvePath, splitTarget } from './repository-paths.ts';
import { createSiteBase } from './site-base.ts';
import type { SiteFiles } from './site-files.ts';

export interface SiteIndex extends Site {
  /**
   * Returns the missing facts: facts that were requested since the last call but not loaded. Results since then may be incomplete, so load the
   * missing facts, discard the recorded uses of the documents, and chunk the documents again.
   */
  takeWanted(): MissingFacts;
  /** Returns the facts that were used for a document since the last call. */
  takeUses(path: string): readonly FactUse[];
  /** Returns the current digest of a fact. A digest that differs from the recorded one means that the document must be chunked again. */
  digest(use: { readonly kind: UseKind; readonly key: string }): string;
  /** Returns the names by which other documents can refer to a document. Callers store them for `SiteFiles.owners` of the next run. */
  namesOf(path: string): readonly string[];
  /** Returns a digest of the inputs that all documents depend on: configuration files of generators, and texts that repeat on HTML pages. */
  configDigest(): string;
  /** Resolves a reference to a location in the repository. */
  locate(from: string, reference: Reference): Location;
}

/** Indexes the documents of a repository. The function has no side effects except for calls to `files`. */
export function indexSite(files: SiteFiles): SiteIndex {
  return new IndexedSite(files);
}

class IndexedSite implements SiteIndex {
  readonly #address: Address;
  readonly #repository: Repository;
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

  digest(use: { readonly kind: UseKind; readonly key: string }): string {
    return this.#repository.digest(use);
  }

  namesOf(path: string): readonly string[] {
    return this.#repository.namesOf(path);
  }

  configDigest(): string {
    return this.#repository.configDigest();
  }

  attributes(path: string): ReadonlyMap<string, string> {
    return this.#repository.rulesFor(path).attributes;
  }

  pageUrl(path: string): string | undefined {
    const { siteUrl, repositoryUrl, root = '' } = this.#address;
    if (siteUrl !== undefined) {
      const rules = this.#repository.rulesFor(path);
      const address = rules.addressOf(path, this.#repository.facts(path) ?? {});
      if (address !== undefined) return createSiteBase(siteUrl, root, rules) + encodePath(address.slice(1));
    }
    return repositoryUrl === undefined ? undefined : addTrailingSlash(repositoryUrl) + encodePath(path);
  }

  include(from: string, target: string): InclusionResult {
    const rules = this.#repository.rulesFor(from);
    const folder = target.startsWith('/') ? '' : getFolder(from);
    const path = rules.includePath?.(from, target, this.#lookup(from)) ?? resolvePath(folder, target);
    if (path === undefined) return { problem: `${target} is outside of the repository` };
    this.#use(from, 'text', path);
    if (!this.#repository.isFile(path)) return { problem: `${path} does not exist` };
    const text = this.#repository.read(path);
    return text === undefined ? { problem: `${path} is not loaded` } : { path, text };
  }

  isIncluded(path: string): boolean {
    const lookup = this.#lookup(path);
    return includeNames(path).some((name) => lookup.findByName(name).some((owner) => owner !== path));
  }

  place(path: string, title: string): readonly string[] {
    return findPlace(path, title, this.#address.root ?? '', this.#lookup(path));
  }

  repeatedTexts(path: string): ReadonlySet<string> {
    return this.#repository.repeatedTexts.getTexts(path);
  }

  locate(from: string, reference: Reference): Location {
    if (reference.kind === 'url' && isExternal(reference.target)) return { url: reference.target };
    const target = this.#repository.rulesFor(from).locate(from, reference, this.#lookup(from));
    return target ? this.#checked(from, target) : {};
  }

  resolve(from: string, reference: Reference): ResolvedTarget {
    const { url: external, path, anchor, title, problem, unchecked } = this.locate(from, reference);
    if (unchecked !== undefined) return { url: this.#getWrittenUrl(reference.target), unchecked };
    const targetFacts = { ...(title === undefined ? {} : { title }), ...(problem === undefined ? {} : { problem }) };
    if (external !== undefined) return { url: external, ...targetFacts };
    const page = path === undefined ? undefined : this.#urlOf(path);
    if (page === undefined) return targetFacts;
    const query = reference.kind === 'url' ? splitTarget(reference.target).query : '';
    return { url: `${page}${query}${anchor === undefined ? '' : `#${encodeFragment(anchor)}`}`, ...targetFacts };
  }

  /** Returns the target of a link as it is written. A path from the root of the site becomes absolute if the URL of the site is known. */
  #getWrittenUrl(target: string): string {
    const { siteUrl } = this.#address;
    return siteUrl !== undefined && target.startsWith('/') ? new URL(target, siteUrl).href : target;
  }

  /** Returns the URL of a document, an asset or a folder. */
  #urlOf(path: string): string | undefined {
    const { siteUrl, repositoryUrl, root = '' } = this.#address;
    if (siteUrl === undefined || hasAnchors(path)) return this.pageUrl(path);
    const relativePath = getPathInside(root, path);
    if (relativePath !== undefined) return addTrailingSlash(siteUrl) + encodePath(relativePath);
    return repositoryUrl === undefined ? undefined : addTrailingSlash(repositoryUrl) + encodePath(path);
  }

  /** Returns the location of a target with its title, after checking its anchor. */
  #checked(from: string, target: Target): Location {
    if ('problem' in target || 'unchecked' in target) return target;
    const { path, fragment, title: own, isChecked = false } = target;
    const isPage = hasAnchors(path);
    this.#use(from, isPage ? 'page' : 'file', path);
    const facts = isPage ? this.#repository.facts(path) : undefined;
    const title = own ?? facts?.title;
    const targetFacts = { path, ...(title === undefined ? {} : { title }) };
    if (fragment === undefined || fragment === '' || fragment === 'top') return targetFacts;
    if (isPage) this.#use(from, 'anchor', `${path}#${fragment}`);
    if (!isPage || isChecked || fragment.startsWith(':~:')) return { ...targetFacts, anchor: fragment };
    if (!facts) return { ...targetFacts, anchor: fragment };
    const heading = this.#repository.getAnchors(path).get(fragment);
    if (heading === undefined && this.#repository.rulesFor(path).anchors.isUnknown === true)
      return { ...targetFacts, anchor: fragment };
    if (heading === undefined) return { ...targetFacts, problem: `${path} has no anchor "${fragment}"` };
    return { ...targetFacts, anchor: fragment, ...(own === undefined && heading !== '' ? { title: heading } : {}) };
  }

  /** Returns a view of the repository that records each lookup for the document `from`. */
  #lookup(from: string): Lookup {
    const repository = this.#repository;
    return {
      paths: repository.paths,
      isFile: (path) => {
        this.#use(from, 'file', path);
        return repository.isFile(path);
      },
      isFolder: (path) => {
        this.#use(from, 'file', path);
        return repository.isFolder(path);
      },
      facts: (path) => {
        this.#use(from, 'page', path);
        return repository.facts(path);
      },
      findByName: (name) => {
        this.#use(from, 'name', name);
        return repository.findByName(name);
      },
    };
  }

  #use(from: string, kind: UseKind, key: string): void {
    const fileUses = this.#uses.get(from) ?? new Map<string, FactUse>();
    this.#uses.set(from, fileUses);
    fileUses.set(`${kind} ${key}`, { kind, key, digest: this.digest({ kind, key }) });
  }
}

function addTrailingSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}

/** Percent-encodes characters that would end the URL or the Markdown link. Other punctuation of anchors stays readable. */
function encodeFragment(anchor: string): string {
  return encodeURIComponent(anchor).replaceAll(/%(?:3A|2F|40|24|2C|3B|3D|2B)/gi, (code) => decodeURIComponent(code));
}
