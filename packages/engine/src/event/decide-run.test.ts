import { expect, it } from 'vitest';
import { decideRun } from './decide-run.ts';

const MAIN = 'refs/heads/main';

it.each<[string, string, 'auto' | 'plan' | 'apply', boolean, string, string]>([
  ['push', MAIN, 'auto', false, 'apply', 'push on main'],
  ['push', MAIN, 'apply', false, 'apply', 'push on main'],
  ['push', MAIN, 'plan', false, 'plan', 'mode is plan'],
  ['push', 'refs/heads/next', 'auto', false, 'plan', 'push on next; only main is synced'],
  ['push', 'refs/heads/main-2', 'auto', false, 'plan', 'only main is synced'],
  ['push', MAIN, 'auto', true, 'nothing', 'main was deleted'],
  // Only a push can delete a branch, so the deletion flag is ignored for other events.
  ['schedule', MAIN, 'auto', true, 'apply', 'schedule on main'],
  ['push', 'refs/tags/v1', 'auto', false, 'nothing', 'v1 is a tag'],
  ['push', 'refs/tags/main', 'apply', false, 'nothing', 'is a tag'],
  ['workflow_dispatch', MAIN, 'auto', false, 'apply', 'workflow_dispatch on main'],
  ['workflow_dispatch', 'refs/heads/next', 'auto', false, 'plan', 'only main is synced'],
  ['schedule', MAIN, 'auto', false, 'apply', 'schedule on main'],
  ['pull_request', 'refs/pull/1/merge', 'auto', false, 'plan', 'pull_request events never sync'],
  ['pull_request', 'refs/pull/1/merge', 'apply', false, 'plan', 'pull_request events never sync'],
  ['pull_request', MAIN, 'apply', false, 'plan', 'pull_request events never sync'],
  ['merge_group', 'refs/heads/gh-readonly-queue/main/pr-1', 'auto', false, 'plan', 'merge_group events never sync'],
  ['release', MAIN, 'auto', false, 'plan', 'release events never sync'],
  ['pull_request_target', MAIN, 'apply', false, 'refuse', 'anyone may have written'],
  ['pull_request_target', MAIN, 'plan', false, 'refuse', 'anyone may have written'],
  ['workflow_run', MAIN, 'auto', false, 'refuse', 'anyone may have written'],
])(
  'the decision for a %s event on %s in mode %s (branch deleted: %s) is %s',
  (eventName, ref, mode, deleted, action, reason) => {
    const decision = decideRun({ eventName, ref, deleted }, mode, 'main');
    expect(decision.action).toBe(action);
    expect(decision.reason).toContain(reason);
    expect(decision.warning !== undefined).toBe(mode === 'apply' && action === 'plan');
  },
);
