import { expect, it } from 'vitest';
import { UserError } from '../user-error.ts';
import { readContext } from './context.ts';

const RUNNER = {
  GITHUB_REPOSITORY: 'octo/api',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_WORKSPACE: 'workspace',
  RUNNER_TEMP: 'temp',
};

it('reads what the runner says', () => {
  expect(readContext(RUNNER)).toMatchObject({ owner: 'octo', repo: 'api', eventName: 'push', temp: 'temp' });
});

it.each(Object.keys(RUNNER))('names %s where it is not set, and what to do', (name) => {
  const read = () => readContext({ ...RUNNER, [name]: '' });
  expect(read).toThrow(UserError);
  expect(read).toThrow(`${name}: is not set`);
  expect(read).toThrow('docs/other-systems.md');
});
