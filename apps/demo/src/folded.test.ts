import { expect, it } from 'vitest';
import { folded } from './folded.ts';

it('shows a log as GitHub does at first', () => {
  const log = '::add-mask::x\nSync: push on main\n::group::Plan\ncreate: a\ncreate: b\n::endgroup::\n\nSynced\n';
  expect(folded(log)).toEqual(['Sync: push on main', '▸ Plan (2 lines)', 'Synced']);
});
