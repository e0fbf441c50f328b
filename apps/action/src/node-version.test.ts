import { readFileSync } from 'node:fs';
import { ACTION_YML } from '@context-sync/testkit';
import { expect, it } from 'vitest';
import { findNodeVersionProblem } from './node-version.ts';

it.each(['v24.0.0', 'v24.21.0', 'v25.1.0', 'v100.0.0', 'v26.0.0-nightly20260101'])(
  'Node.js %s is accepted',
  (version) => {
    expect(findNodeVersionProblem(version)).toBeUndefined();
  },
);

it.each(['v23.11.1', 'v20.20.2', 'v8.17.0', 'v0.12.18', ''])(
  'Node.js %j is rejected with a message that names the required version',
  (version) => {
    expect(findNodeVersionProblem(version)).toContain(`Context Sync needs Node.js 24 or newer (this is ${version}). `);
  },
);

it('the required Node.js version is the one in action.yml', () => {
  const [, major = ''] = /using: node(\d+)/.exec(readFileSync(ACTION_YML, 'utf8')) ?? [];
  expect(findNodeVersionProblem(`v${major}.0.0`)).toBeUndefined();
  expect(findNodeVersionProblem(`v${Number(major) - 1}.99.0`)).toBeDefined();
});
