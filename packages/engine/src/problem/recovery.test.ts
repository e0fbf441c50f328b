import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeRecovery, getRecoveryUrl } from './recovery.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'recovery-'));
});
afterEach(() => rmSync(workspace, { recursive: true }));

const getEnv = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_WORKSPACE: workspace,
  GITHUB_REPOSITORY: 'octo/api',
  GITHUB_SERVER_URL: 'https://github.com',
  ...more,
});

it('messages link to the recovery workflow if the repository contains it', () => {
  expect(getRecoveryUrl(getEnv())).toBeUndefined();
  expect(describeRecovery(getEnv())).toContain('/docs/how-to/recovery.md#set-an-input-for-one-run');
  mkdirSync(join(workspace, '.github/workflows'), { recursive: true });
  writeFileSync(join(workspace, '.github/workflows/context-sync-recovery.yml'), '');
  const url = 'https://github.com/octo/api/actions/workflows/context-sync-recovery.yml';
  expect(getRecoveryUrl(getEnv())).toBe(url);
  expect(describeRecovery(getEnv())).toBe(`for one run: choose Run workflow on ${url}`);
  expect(getRecoveryUrl(getEnv({ GITHUB_ACTIONS: '' }))).toBeUndefined();
  expect(getRecoveryUrl(getEnv({ GITHUB_REPOSITORY: 'x' }))).toBeUndefined();
});
