import { createHash } from 'node:crypto';
import type { DocumentFacts } from './facts/document-facts.ts';
import type { UncheckedReason } from './unchecked-reasons.ts';

/** The target of a reference in the repository. */
export interface Location {
  /** Path of the file from the repository root; absent if the target was not found. */
  readonly path?: string;
  /** Anchor that exists in the file. */
  readonly anchor?: string;
  /** Title of the target, for a reference without its own text. */
  readonly title?: string;
  /** Absolute URL, for references that leave the repository. */
  readonly url?: string;
  /** Reason why it is unknown whether the target exists. */
  readonly unchecked?: UncheckedReason;
  /** Description of the missing target, such as `docs/setup.md does not exist`. */
  readonly problem?: string;
}

/**
 * Kind of fact that a document depends on: whether a path exists (`file`), the title and URL of a document (`page`), whether a document defines an anchor, and
 * the anchor's title (`anchor`, with `path#anchor` as key), the documents that define a name (`name`), or the content of an included file (`text`).
 */
export type UseKind = 'file' | 'page' | 'anchor' | 'name' | 'text';

/** A fact that the links of a document depend on. If the current digest of the fact differs from `digest`, the document must be chunked again. */
export interface FactUse {
  readonly kind: UseKind;
  /** Path, `path#anchor` or name, depending on the kind. */
  readonly key: string;
  readonly digest: string;
}

/** Facts that were requested but are not loaded yet. */
export interface MissingFacts {
  readonly paths: readonly string[];
  readonly names: readonly string[];
}

/** Lookups for the rules of a generator. Every lookup is recorded for the document whose reference is being resolved. */
export interface Lookup {
  /** Returns whether the path is a file in the repository. */
  isFile(path: string): boolean;
  /** Returns whether the path is a folder in the repository. */
  isFolder(path: string): boolean;
  /** Returns the facts of a document; undefined if the document does not exist or is not loaded yet. */
  facts(path: string): DocumentFacts | undefined;
  /** Returns the documents that define a name, such as `label:install`, sorted by path. */
  findByName(name: string): readonly string[];
  /** Paths of all files. Results may depend on them only through `isFile`, because other accesses are not recorded. */
  readonly paths: ReadonlySet<string>;
}

/** Returns a short digest of plain data. */
export function computeDigest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 16);
}

/** Returns a view of a repository that records each lookup. */
export function createRecordingLookup(repository: Lookup, record: (kind: UseKind, key: string) => void): Lookup {
  return {
    paths: repository.paths,
    isFile: (path) => {
      record('file', path);
      return repository.isFile(path);
    },
    isFolder: (path) => {
      record('file', path);
      return repository.isFolder(path);
    },
    facts: (path) => {
      record('page', path);
      return repository.facts(path);
    },
    findByName: (name) => {
      record('name', name);
      return repository.findByName(name);
    },
  };
}
