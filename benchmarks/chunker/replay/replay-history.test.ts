import { expect, it } from 'vitest';
import type { History } from '../data/commit-history.ts';
import { countChangedSections, replayCommits } from './replay-history.ts';

const texts = new Map([
  ['1', '# A\n\na\n\n# B\n\nb'],
  ['2', '# A\n\na\n\n# B\n\nchanged'],
  ['3', '# C\n\nc'],
]);

const history: History = {
  name: 'made up',
  texts,
  commits: [
    [{ path: 'a.md', before: undefined, after: '1' }],
    [{ path: 'a.md', before: '1', after: '2' }],
    [{ path: 'c.md', before: undefined, after: '3' }],
    // This commit moves a file.
    [
      { path: 'c.md', before: '3', after: undefined },
      { path: 'd.md', before: undefined, after: '3' },
    ],
  ],
};

it('countChangedSections counts the sections that were added after the first commit', async () => {
  expect(await countChangedSections(history)).toEqual({
    count: 2,
    characters: '# B\n\nchanged'.length + '# C\n\nc'.length,
  });
});

it('recreated() counts whole pages for a chunker that never splits, and moved pages whose item titles contain the path', async () => {
  const wholeAdditions = await replayCommits(history, ({ text }) => [{ title: '', content: text }], 0);
  expect(wholeAdditions).toEqual({
    count: 2,
    characters: (texts.get('2')?.length ?? 0) + (texts.get('3')?.length ?? 0),
  });
  const named = await replayCommits(history, ({ path, text }) => [{ title: path, content: text }], 0);
  expect(named.count).toBe(3);
});
