import type { GitRepository } from '@context-sync/testkit';
import { findDocs } from '../docs/find-docs.ts';
import { Git } from '../git/git.ts';
import { buildPortal } from './build-portal.ts';
import type { PortalContent } from './portal-content.ts';

/** URL of the files of the repository in tests. */
export const REPOSITORY_URL = 'https://git.example.com/octo/docs/blob/main/';

/** Commits files and builds the portal of a docs folder. */
export async function buildPortalOf(
  repository: GitRepository,
  files: Readonly<Record<string, string>>,
  docs = 'docs',
): Promise<PortalContent> {
  await repository.commit('Write the docs', files);
  const git = new Git(repository.path);
  const foundTree = await findDocs(git, { docs, include: [], exclude: [], includeKinds: new Set() });
  if ('problem' in foundTree) throw new Error(foundTree.problem);
  const { documents } = await foundTree.list();
  return buildPortal({
    git,
    commit: foundTree.commit,
    documents,
    address: { root: docs },
    repositoryUrl: REPOSITORY_URL,
    public: true,
    drafts: false,
  });
}

/** Returns the links and images of the pages that begin with `/` and have no page or asset, as `page -> target`. */
export function findMissingTargets({ pages, assets }: PortalContent): string[] {
  const knownPaths = new Set([...pages, ...assets].map(({ path }) => path));
  return pages.flatMap(({ path, markdown }) =>
    [...markdown.matchAll(/\]\(<?(\/[^)\s>#?]*)/g)].flatMap(([, target = '']) => {
      const name = decodeURIComponent(target.slice(1)) || 'index';
      return knownPaths.has(name) ? [] : [`${path} -> ${target}`];
    }),
  );
}
