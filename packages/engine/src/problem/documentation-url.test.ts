import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@context-sync/testkit';
import { expect, it } from 'vitest';
import { getDocumentationUrl } from './documentation-url.ts';

it('getDocumentationUrl links to the repository and the ref of the running action', () => {
  const env = { GITHUB_ACTION_REPOSITORY: 'octo-org/sync', GITHUB_ACTION_REF: 'v1.2.3' };
  expect(getDocumentationUrl('a.md', env)).toBe('https://github.com/octo-org/sync/blob/v1.2.3/docs/a.md');
  expect(getDocumentationUrl('a.md', { ...env, GITHUB_SERVER_URL: 'https://git.example.com' })).toBe(
    'https://git.example.com/octo-org/sync/blob/v1.2.3/docs/a.md',
  );
});

it.each([
  {},
  { GITHUB_ACTION_REPOSITORY: '', GITHUB_ACTION_REF: '' },
  { GITHUB_ACTION_REPOSITORY: 'octo-org/sync' },
  { GITHUB_ACTION_REPOSITORY: 'a b', GITHUB_ACTION_REF: 'v1' },
])('getDocumentationUrl links to the repository of Context Sync if the runner does not name the action (%j)', (env) => {
  expect(getDocumentationUrl('a.md', env)).toBe('https://github.com/OWNER/context-sync/blob/v1/docs/a.md');
});

it.each(['reference/configuration.md#settings', 'how-to/other-ci.md'])('the documentation page %s exists', (page) => {
  const [file = '', anchor] = page.split('#');
  const path = join(PROJECT_ROOT, 'docs', file);
  expect(existsSync(path)).toBe(true);
  if (anchor !== undefined) expect(readFileSync(path, 'utf8').toLowerCase()).toContain(`\n## ${anchor}\n`);
});
