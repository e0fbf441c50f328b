import { readFileSync } from 'node:fs';
import { ACTION_YML } from '@context-sync/testkit';
import { expect, it } from 'vitest';
import { findNodeVersionProblem } from './node-version.ts';

it.each([
  ['v24.0.0', '24'],
  ['v25.1.0', '24'],
  ['v100.0.0', '24'],
  ['v26.0.0-nightly20260101', '24'],
  ['v22.13.0', '22.13'],
  ['v23.0.0', '22.13'],
  ['v24.21.0', '22.13'],
])('Node.js %s is accepted if %s is required', (version, minimum) => {
  expect(findNodeVersionProblem(version, minimum)).toBeUndefined();
});

it.each([
  ['v23.11.1', '24'],
  ['v8.17.0', '24'],
  ['v0.12.18', '24'],
  ['', '24'],
  ['v22.12.0', '22.13'],
  ['v20.20.2', '22.13'],
])('Node.js %j is rejected with a message that names the required version %s', (version, minimum) => {
  expect(findNodeVersionProblem(version, minimum)).toContain(
    `Context Sync needs Node.js ${minimum} or newer (this is ${version}). `,
  );
});

it('the action requires the version of Node.js in action.yml', () => {
  const [, major] = /using: node(\d+)/.exec(readFileSync(ACTION_YML, 'utf8')) ?? [];
  const checkNode = readFileSync(new URL('../../../../apps/action/src/check-node.ts', import.meta.url), 'utf8');
  expect(checkNode).toContain(`MIN_NODE_VERSION = '${major}'`);
});
