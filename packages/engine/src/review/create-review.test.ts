import { ALL_SHARDS, type Change, type Plan, type WantedItem } from '@context-sync/sync';
import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SkippedDocument } from '../docs/find-docs.ts';
import { Git } from '../git/git.ts';
import { create, deletion, item, plan, record, update } from '../report/report.fixture.ts';
import { createReview } from './create-review.ts';
import { findMoves } from './find-moves.ts';
import { isReviewed } from './review-model.ts';

const OPTIONS = {
  targetSize: 2_500,
  address: { siteUrl: 'https://docs.example.com', root: 'docs' },
  public: false,
  drafts: false,
  titlePrefix: '',
  chunkConfigHash: '',
  secrets: {},
};
const DOCS = {
  'docs/limits.md': '# Limits\n\nSixty a minute.\n',
  'docs/guide.md': '# Guide\n\nSee [limits](limits.md).\n',
  'docs/old.md': '# Moving\n\nThe same text.\n',
};

let cleanup: Cleanup;
let repository: GitRepository;
let base: string;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  base = await repository.commit('Write the docs', DOCS);
  await repository.git('checkout', '--quiet', '-b', 'change');
});
afterEach(() => cleanup.close());

interface Found {
  readonly causes?: ReadonlyMap<string, readonly string[]>;
  readonly skipped?: readonly SkippedDocument[];
}

async function review(path: string, madePlan: Plan, target?: string, { causes = new Map(), skipped = [] }: Found = {}) {
  const git = new Git(path);
  const head = (await git.resolve('HEAD^{commit}')) ?? '';
  const records = { shards: new Set(ALL_SHARDS), documents: new Map(), load: () => Promise.resolve() };
  const docs = { causes, skipped, edited: new Set(['docs/limits.md']), warnings: [] };
  return createReview({
    git,
    commits: { head, target, branch: 'main' },
    plan: madePlan,
    docs,
    options: OPTIONS,
    records,
  });
}

const getContent = (items: ReadonlyMap<string, WantedItem> | undefined) =>
  [...(items?.values() ?? [])].map(({ content }) => content);

describe('createReview', () => {
  const edit: Change[] = [update('docs/limits.md', item('Limits'))];

  it('the base of a merge commit is its first parent, also if the target branch has moved', async () => {
    await repository.commit('Edit', { 'docs/limits.md': '# Limits\n\nSeventy a minute.\n' });
    await repository.git('checkout', '--quiet', 'main');
    const target = await repository.commit('Meanwhile', { 'docs/guide.md': '# Guide\n\nNew.\n' });
    await repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge', 'change');
    const foundReview = await review(repository.path, plan(edit), base);
    expect(foundReview.base).toBe(target);
    expect([...foundReview.changedPaths]).toEqual(['docs/limits.md']);
    expect(getContent(foundReview.oldItems.get('docs/limits.md'))).toEqual([
      expect.stringContaining('Sixty a minute.'),
    ]);
  });

  it('the base of a branch that ends with a merge of its target is the merged commit', async () => {
    await repository.commit('Edit', { 'docs/limits.md': '# Limits\n\nSeventy a minute.\n' });
    await repository.git('checkout', '--quiet', 'main');
    const target = await repository.commit('Meanwhile', { 'docs/guide.md': '# Guide\n\nNew.\n' });
    await repository.git('checkout', '--quiet', 'change');
    await repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge', 'main');
    const found = await review(repository.path, plan(edit), target);
    expect([found.base, [...found.changedPaths]]).toEqual([target, ['docs/limits.md']]);
  });

  it.each(['the target commit', 'the synced branch'])(
    'the base of a branch is the last common commit with %s',
    async (description) => {
      await repository.commit('Edit', { 'docs/limits.md': '# Limits\n\nSeventy a minute.\n' });
      const found = await review(repository.path, plan(edit), description === 'the target commit' ? base : undefined);
      expect([found.base, [...found.changedPaths]]).toEqual([base, ['docs/limits.md']]);
    },
  );

  it('without the base commit, the documents that differ from the last sync are reviewed', async () => {
    await repository.commit('Edit', { 'docs/limits.md': '# Limits\n\nSeventy a minute.\n' });
    const shallow = await cleanup.folder('shallow');
    await repository.git('clone', '--quiet', '--depth=1', `file://${repository.path}`, shallow);
    const foundReview = await review(
      shallow,
      plan([...edit, deletion('docs/old.md', record('Old'))], { gone: ['docs/old.md'] }),
      base,
    );
    expect([foundReview.base, [...foundReview.changedPaths], foundReview.oldItems.size]).toEqual([
      undefined,
      ['docs/limits.md', 'docs/old.md'],
      0,
    ]);
  });

  it('a document that changes because of a reviewed file is reviewed, and other documents are not', async () => {
    await repository.commit('Delete', { 'docs/limits.md': null });
    const causes = new Map([
      ['docs/guide.md', ['docs/limits.md']],
      ['docs/far.md', ['docs/other.md']],
    ]);
    const foundReview = await review(repository.path, plan([]), base, { causes });
    expect(
      ['docs/limits.md', 'docs/guide.md', 'docs/far.md', 'docs/old.md'].map((path) => isReviewed(foundReview, path)),
    ).toEqual([true, true, false, false]);
  });

  it('a page that is skipped because of a new page is reviewed', async () => {
    await repository.commit('Release', { 'docs/v2/old.md': '# Moving\n\nAnother text.\n' });
    const skippedDocuments = [{ path: 'docs/old.md', reason: 'it is an old version of docs/v2/old.md' }];
    const found = await review(repository.path, plan([], { gone: ['docs/old.md'] }), base, {
      skipped: skippedDocuments,
    });
    expect(found.causes.get('docs/old.md')).toEqual(['docs/v2/old.md']);
    expect(isReviewed(found, 'docs/old.md')).toBe(true);
  });

  it('a moved document is found by its text', async () => {
    await repository.commit('Move', { 'docs/old.md': null, 'docs/new/page.md': DOCS['docs/old.md'] });
    const movedChange = create(
      'docs/new/page.md',
      item('Moving', 'Moving\n\n# Moving\n\nThe same text.\n\nSource: https://docs.example.com/new/page'),
    );
    const changes = [movedChange, deletion('docs/old.md', record('Moving')), create('docs/other.md', item('Other'))];
    const madePlan = plan(changes, { gone: ['docs/old.md'] });
    expect(findMoves(madePlan, await review(repository.path, madePlan, base))).toEqual([
      { from: 'docs/old.md', to: 'docs/new/page.md', items: 1, unchanged: 1 },
    ]);
  });
});
