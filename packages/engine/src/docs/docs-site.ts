import { getElementAt } from '@context-sync/base';
import type { Address } from '@context-sync/chunker';
import { normalize } from '@context-sync/formats';
import type { InclusionResult, Site } from '@context-sync/reading';
import { type DocumentFacts, indexSite, type MissingFacts, type SiteIndex, type UseKind } from '@context-sync/site';
import type { Git } from '../git/git.ts';
import { decodeDocument } from './decode-document.ts';
import type { RepositoryTree } from './repository-tree.ts';

/** An index of names and the documents that define them. `owners` returns undefined for a name that is not loaded yet. */
export interface NameOwners {
  owners(name: string): readonly string[] | undefined;
  load(names: readonly string[]): Promise<void>;
}

/** The maximum number of loading rounds. Configuration files and included files can refer to further files. */
const MAX_ROUNDS = 12;
/** The maximum total length of the cached texts, in characters. */
const MAX_KEPT_CHARACTERS = 32 * 1024 * 1024;

/** The site against which links of documents are resolved. Required files are loaded from git on demand. */
export class DocsSite {
  readonly index: SiteIndex;
  readonly #git: Git;
  readonly #tree: RepositoryTree;
  readonly #facts = new Map<string, DocumentFacts>();
  readonly #texts = new Map<string, string>();
  readonly #readPaths = new Set<string>();
  #keptCharacters = 0;
  #names: NameOwners | undefined;

  constructor(git: Git, tree: RepositoryTree, address: Address) {
    this.#git = git;
    this.#tree = tree;
    this.index = indexSite({
      paths: tree.paths,
      read: (path) => this.#read(path),
      facts: (path) => this.#facts.get(path),
      owners: (name) => (this.#names ? this.#names.owners(name) : []),
      address,
    });
  }

  /** Sets the index in which names are looked up. Before that, no document defines a name. */
  set names(names: NameOwners) {
    this.#names = names;
  }

  addFacts(path: string, facts: DocumentFacts): void {
    this.#facts.set(path, facts);
  }

  /** Returns the interface of the site for the chunker. Symbolic links are not part of it. */
  get site(): Site {
    const { index } = this;
    return {
      resolve: (from, reference) => index.resolve(from, reference),
      pageUrl: (path) => index.pageUrl(path),
      attributes: (path) => index.attributes(path),
      include: (from, target) => this.#include(from, target),
      place: (path, title) => index.place(path, title),
      navigationTitle: (path) => index.navigationTitle(path),
      isIncluded: (path) => index.isIncluded(path),
      repeatedTexts: (path) => index.repeatedTexts(path),
    };
  }

  /**
   * Calls `work` until it needs no more files, and loads the missing files after each call.
   * @throws GitError, StateError
   */
  async runUntilComplete<T>(work: () => T): Promise<T> {
    for (let round = 1; ; round += 1) {
      const result = work();
      const missingFacts = this.index.takeWanted();
      if (isNothing(missingFacts) || round === MAX_ROUNDS) return result;
      await this.load(missingFacts);
    }
  }

  /**
   * Returns the digest of the generators' configuration files, and their paths.
   * @throws GitError
   */
  async config(): Promise<{ digest: string; paths: readonly string[] }> {
    this.#readPaths.clear();
    const digest = await this.runUntilComplete(() => this.index.configDigest());
    return { digest, paths: [...this.#readPaths] };
  }

  /** Paths of the files that the site has read or has tried to find since `config` was called. */
  get readPaths(): ReadonlySet<string> {
    return this.#readPaths;
  }

  /** Returns the current digest of a recorded use; undefined for a kind of use that this version does not support. */
  digest(kind: string, key: string): string | undefined {
    return isUseKind(kind) ? this.index.digest({ kind, key }) : undefined;
  }

  /**
   * Loads the missing files and names.
   * @throws GitError, StateError
   */
  async load({ paths, names }: MissingFacts): Promise<void> {
    if (names.length > 0) await this.#names?.load(names);
    if (this.#keptCharacters > MAX_KEPT_CHARACTERS) {
      this.#texts.clear();
      this.#keptCharacters = 0;
    }
    const missingPaths = paths.filter((path) => !this.#texts.has(path));
    const blobs = missingPaths.map((path) => this.#tree.blob(path) ?? '');
    let index = 0;
    for await (const bytes of this.#git.read(blobs, missingPaths)) {
      const text = normalize(decodeDocument(bytes).text);
      this.#texts.set(getElementAt(missingPaths, index), text);
      this.#keptCharacters += text.length;
      index += 1;
    }
  }

  #include(from: string, target: string): InclusionResult {
    const inclusion = this.index.include(from, target);
    const isLink = !('problem' in inclusion) && this.#tree.isSymbolicLink(inclusion.path);
    return isLink ? { problem: `${inclusion.path} is a symbolic link` } : inclusion;
  }

  #read(path: string): string | undefined {
    this.#readPaths.add(path);
    // Submodules have no text in git, and the text of a symbolic link is only the path of its target.
    return this.#tree.blob(path) === undefined ? '' : this.#texts.get(path);
  }
}

export function isNothing({ paths, names }: MissingFacts): boolean {
  return paths.length === 0 && names.length === 0;
}

const USE_KINDS: Readonly<Record<UseKind, true>> = { file: true, page: true, anchor: true, name: true, text: true };

function isUseKind(kind: string): kind is UseKind {
  return kind in USE_KINDS;
}
