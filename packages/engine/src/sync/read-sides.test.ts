import { sampleCases } from '@context-sync/test-tier';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunContext } from '../event/event-context.ts';
import { Git } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { parseInputs } from '../inputs/parse-inputs.ts';
import { getRepositoryUrl } from './chunk-config-hash.ts';
import { readCommit } from './read-commit.ts';
import { readBaseSide, readPlannedSide } from './read-sides.ts';

const CONTEXT = { serverUrl: 'https://github.com', owner: 'octo-org', repo: 'octo-api' } as RunContext;
const INPUTS: Readonly<Record<string, string>> = {
  'base-url': 'https://platform.invalid',
  project: 'octo-api',
  docs: 'docs',
  state: 'folder:state',
};
const SETTINGS = parseInputs(
  (name) => INPUTS[name] ?? (name === 'target-size' ? '2500' : name === 'connect' ? 'false' : ''),
).settings as Settings;

let cleanup: Cleanup;
let repository: GitRepository;
const commits: string[] = [];

/** Commits in which documents change because of other files: includes, titles of linked pages, moves, folders and the configuration of a generator. */
const CHANGES: readonly Readonly<Record<string, string | null>>[] = [
  {
    'docs/index.md':
      '# Welcome\n\nSee [limits](limits.md#rate), [a file](../examples/run.ts) and [a folder](../examples/).\n',
    'docs/limits.md': '# Limits\n\n## Rate\n\nSixty.\n',
    'docs/page.rst': 'Page\n====\n\n.. include:: part.txt\n\nSee :ref:`here`.\n',
    'docs/part.txt': 'The included part.\n',
    'docs/label.rst': '.. _here:\n\nLabel\n=====\n\nText.\n',
    'examples/run.ts': 'run();\n',
  },
  { 'docs/limits.md': '# Limits\n\n## Speed\n\nSixty.\n' },
  { 'docs/part.txt': 'Another included part.\n' },
  { 'docs/label.rst': 'Label\n=====\n\nText.\n', 'docs/other.rst': '.. _here:\n\nOther\n=====\n\nText.\n' },
  { 'examples/run.ts': null },
  { 'docs/limits.md': null, 'docs/reference/limits.md': '# Limits\n\n## Rate\n\nSixty.\n' },
  { 'mkdocs.yml': 'site_name: Octopus\nsite_url: https://docs.example.com/\n' },
  { 'docs/more.md': '# More\n\nText.\n', 'README.md': '# Octopus\n' },
];

beforeAll(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  for (const [number, change] of CHANGES.entries()) {
    const removedPaths = Object.keys(change).filter((path) => change[path] === null);
    if (removedPaths.length > 0) await repository.git('rm', '--quiet', ...removedPaths);
    const files = Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== null);
    await repository.commit(`Change ${number}`, Object.fromEntries(files));
    commits.push(await repository.head());
  }
});
afterAll(() => cleanup.close());

describe('the items of the base commit', () => {
  const pairs = CHANGES.flatMap((_, one) => CHANGES.map((__, other) => [one, other] as const)).filter(
    ([one, other]) => one !== other,
  );

  it.each(sampleCases(pairs, 11))(
    'the items of commit %i, computed from the differences to commit %i, equal the items of all its documents',
    async (base, head) => {
      const [baseCommit = '', headCommit = ''] = [commits[base], commits[head]];
      const git = new Git(repository.path, { head: headCommit });
      const { docs, options } = await readCommit(git, SETTINGS, CONTEXT, 'main');
      const input = { git, settings: SETTINGS, options, repositoryUrl: getRepositoryUrl(CONTEXT, 'main') };
      const after = await readPlannedSide(input, headCommit, [], docs);
      const before = await readBaseSide(input, baseCommit, after);
      const expected = await readCommit(git.at(baseCommit), SETTINGS, CONTEXT, 'main');
      const getItems = ({ path, items }: (typeof before.documents)[number]) => [path, items];
      expect(Object.fromEntries(before.documents.map(getItems))).toEqual(
        Object.fromEntries(expected.docs.wanted.documents.map(getItems)),
      );
    },
  );

  it('a base commit without the docs folder has no items', async () => {
    await repository.git('checkout', '--quiet', '--orphan', 'empty');
    await repository.git('rm', '--quiet', '-rf', '.');
    await repository.commit('No docs', { 'README.md': '# Octopus\n' });
    const emptyCommit = await repository.head();
    const git = new Git(repository.path, { head: commits[0] ?? '' });
    const { docs, options } = await readCommit(git, SETTINGS, CONTEXT, 'main');
    const input = { git, settings: SETTINGS, options, repositoryUrl: getRepositoryUrl(CONTEXT, 'main') };
    const after = await readPlannedSide(input, commits[0] ?? '', [], docs);
    expect((await readBaseSide(input, emptyCommit, after)).documents).toEqual([]);
  });
});
