import { expect, it } from 'vitest';
import { foldLog } from './fold-log.ts';

it('foldLog collapses the groups of a workflow log and hides its masked values, as GitHub does', () => {
  const log = '::add-mask::x\nSync: push on main\n::group::Plan\ncreate: a\ncreate: b\n::endgroup::\n\nSynced\n';
  expect(foldLog(log)).toEqual(['Sync: push on main', '▸ Plan (2 lines)', 'Synced']);
});
