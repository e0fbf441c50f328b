import type { Settings } from '@context-sync/engine/inputs/action-settings';
import { parseInputs } from '@context-sync/engine/inputs/parse-inputs';
import { afterEach, expect, it, vi } from 'vitest';
import { logSettings } from './log-settings.ts';

afterEach(() => vi.restoreAllMocks());

it('logSettings prints the effective settings without secrets', () => {
  let output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  const inputs: Readonly<Record<string, string>> = {
    'api-key': 'key-of-the-platform',
    project: 'my-project',
    'base-url': 'https://api.example.com',
    state: 'git:https://user:password@git.example.com/docs.git',
    include: '*.md\nguides/**',
  };
  const { settings } = parseInputs((name) => inputs[name] ?? '');
  logSettings([settings as Settings]);
  expect(output).toContain('base-url: https://api.example.com/');
  expect(output).toContain('state: ref:refs/context-sync/my-project, git:https://git.example.com/docs.git\n');
  expect(output).toContain('include: *.md, guides/**\n');
  expect(output).not.toContain('[object');
  expect(output).not.toMatch(/password|key-of-the-platform/);
});
