import { createHash } from 'node:crypto';
import type { DocumentFacts } from './facts/document-facts.ts';

/** The target of a reference in the repository. */
export interface Location {
  /** Path of the file from the repository root; absent if nothing was found. */
  readonly path?: string;
  /** Anchor in the file, which exists there. */
  readonly anchor?: string;
  /** Text for a reference that has none of its own. */
  readonly title?: string;
  /** Absolute URL, for references that leave the repository. */
  readonly url?: string;
  /** Description of the missing target, such as `docs/setup.md does not exist`. */
  readonly problem?: string;
}

/**
 * The dependencies of a result: `file` whether a path exists, `page` the title and address of a document, `anchor` whether a document defines an anchor
 * and its title (`path#anchor`), `name` which documents define a name, `text` the content of an included file.
 */
export type UseKind = 'file' | 'page' | 'anchor' | 'name' | 'text';

/** One fact that the links of a document depend on. It must be chunked again if `digest` differs from what the site returns for the key now. */
export interface FactUse {
  readonly kind: UseKind;
  /** A path, `path#anchor` or a name. */
  readonly key: string;
  readonly digest: string;
}

/** Facts that were requested but are not loaded yet. */
export interface MissingFacts {
  readonly paths: readonly string[];
  readonly names: readonly string[];
}

/** Lookups for the rules of a generator. Every lookup is recorded for the document whose references are being resolved. */
export interface Lookup {
  /** Whether the path is a file of the repository. */
  isFile(path: string): boolean;
  /** Whether the path is a folder of the repository. */
  isFolder(path: string): boolean;
  /** Facts of a document; undefined if it does not exist or is not loaded yet. */
  facts(path: string): DocumentFacts | undefined;
  /** Documents that define a name, such as `label:install`, in order. */
  named(name: string): readonly string[];
  /** All paths. A result must depend on them only through `isFile`. */
  readonly paths: ReadonlySet<string>;
}

/** A short digest of plain data. */
export function computeDigest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url')
    .slice(0, 16);
}
