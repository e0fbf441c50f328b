import type { Address } from '@context-sync/chunker';
import type { Git } from '../git/git.ts';
import { DocsSite } from './docs-site.ts';
import { RepositoryTree } from './repository-tree.ts';

/** The files of a commit and the site that they form. */
export interface RepositorySite {
  readonly tree: RepositoryTree;
  readonly site: DocsSite;
  /** Digest of the configuration files of site generators, which all documents depend on. */
  readonly configDigest: string;
  /** Paths of the configuration files of site generators. */
  readonly config: readonly string[];
}

/**
 * Lists the files of a commit and reads the configuration of its site generators.
 * @throws GitError
 */
export async function readRepositorySite(git: Git, commit: string, address: Address): Promise<RepositorySite> {
  const tree = await RepositoryTree.read(git, commit);
  const site = new DocsSite(git, tree, address);
  const { digest, paths } = await site.config();
  return { tree, site, configDigest: digest, config: paths };
}
